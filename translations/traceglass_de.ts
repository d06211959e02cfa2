<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>CommandWords</name>
    <message>
        <source>What came through a pipe cannot be read again.</source>
        <translation>Was aus einer Pipe kam, kann nicht noch einmal gelesen werden.</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Selected slice</source>
        <translation>Gewählter Abschnitt</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
</context>
<context>
    <name>CopySource</name>
    <message>
        <source>There is no table here: a picture of it can be copied</source>
        <translation>Hier ist keine Tabelle: Kopieren lässt sich ein Bild davon</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>%1 kopiert</translation>
    </message>
    <message>
        <source>Choose a view first: there is nothing to copy here</source>
        <translation>Erst eine Ansicht wählen: Hier gibt es nichts zu kopieren</translation>
    </message>
    <message>
        <source>Copied a picture</source>
        <translation>Ein Bild kopiert</translation>
    </message>
    <message>
        <source>Copied an SVG picture</source>
        <translation>Ein SVG-Bild kopiert</translation>
    </message>
    <message>
        <source>Copy &amp;as</source>
        <translation>Kopieren als</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>&amp;Text</translation>
    </message>
    <message>
        <source>&amp;CSV</source>
        <translation>&amp;CSV</translation>
    </message>
    <message>
        <source>&amp;Picture</source>
        <translation>&amp;Bild</translation>
    </message>
    <message>
        <source>&amp;SVG</source>
        <translation>&amp;SVG</translation>
    </message>
    <message>
        <source>Copied the first %1, as many as there is room for. %2 more are left out; Export in the File menu and tglass write all.</source>
        <translation>Die ersten %1 kopiert, für mehr ist kein Platz. %2 weitere fehlen; Exportieren im Menü Datei und tglass schreiben alle.</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>Fields</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU-Zeit</translation>
    </message>
    <message>
        <source>about</source>
        <translation>betrifft</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>allokiert</translation>
    </message>
    <message>
        <source>allocation</source>
        <translation>Allokation</translation>
    </message>
    <message>
        <source>allocations</source>
        <translation>Allokationen</translation>
    </message>
    <message>
        <source>at</source>
        <translation>um</translation>
    </message>
    <message>
        <source>begin</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>below</source>
        <translation>darunter</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>gebunden</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>beschäftigt</translation>
    </message>
    <message>
        <source>by offset</source>
        <translation>nach Offset</translation>
    </message>
    <message>
        <source>call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>called</source>
        <translation>aufgerufen</translation>
    </message>
    <message>
        <source>category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>checksum</source>
        <translation>Prüfsumme</translation>
    </message>
    <message>
        <source>clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>combined with</source>
        <translation>zusammengefasst mit</translation>
    </message>
    <message>
        <source>command buffer</source>
        <translation>Command Buffer</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>counts from</source>
        <translation>zählt ab</translation>
    </message>
    <message>
        <source>created</source>
        <translation>erzeugt</translation>
    </message>
    <message>
        <source>decoded</source>
        <translation>dekodiert</translation>
    </message>
    <message>
        <source>destroyed</source>
        <translation>zerstört</translation>
    </message>
    <message>
        <source>dimensions</source>
        <translation>Abmessungen</translation>
    </message>
    <message>
        <source>driver id</source>
        <translation>Kennung des Treibers</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>entered</source>
        <translation>betreten</translation>
    </message>
    <message>
        <source>executes</source>
        <translation>führt aus</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>freed</source>
        <translation>freigegeben</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>heap</source>
        <translation>Heap</translation>
    </message>
    <message>
        <source>identifier</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>idle before</source>
        <translation>untätig davor</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>unvollständig</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>innerhalb von</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>lasted</source>
        <translation>dauerte</translation>
    </message>
    <message>
        <source>length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>lived</source>
        <translation>gelebt</translation>
    </message>
    <message>
        <source>longest</source>
        <translation>längster</translation>
    </message>
    <message>
        <source>longest frame</source>
        <translation>längster Frame</translation>
    </message>
    <message>
        <source>longest poll</source>
        <translation>längster Poll</translation>
    </message>
    <message>
        <source>message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>mip levels</source>
        <translation>Mip-Stufen</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>next longer</source>
        <translation>nächstlängerer</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>offset in it</source>
        <translation>Offset darin</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>geöffnet</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>placed together</source>
        <translation>gemeinsam eingeordnet</translation>
    </message>
    <message>
        <source>polls</source>
        <translation>Polls</translation>
    </message>
    <message>
        <source>process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>refers to</source>
        <translation>verweist auf</translation>
    </message>
    <message>
        <source>resources</source>
        <translation>Ressourcen</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>scheduled</source>
        <translation>eingeplant</translation>
    </message>
    <message>
        <source>signalled by</source>
        <translation>signalisiert von</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>spawned</source>
        <translation>gestartet</translation>
    </message>
    <message>
        <source>spawned by</source>
        <translation>gestartet von</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>there lay</source>
        <translation>dort lag</translation>
    </message>
    <message>
        <source>thread also called</source>
        <translation>Thread heißt auch</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>to begin</source>
        <translation>bis zum Beginn</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>gewartet</translation>
    </message>
    <message>
        <source>waited for by</source>
        <translation>erwartet von</translation>
    </message>
    <message>
        <source>wakes</source>
        <translation>Wakes</translation>
    </message>
    <message>
        <source>… more</source>
        <translation>… weitere</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Rat</translation>
    </message>
    <message>
        <source>As created</source>
        <translation>Wie erzeugt</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Errors of the trace</source>
        <translation>Fehler des Traces</translation>
    </message>
    <message>
        <source>Event type</source>
        <translation>Ereignistyp</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>Flüsse</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>In it</source>
        <translation>Darin</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Lost range</source>
        <translation>Verlorener Bereich</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>Marker</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Page faults</source>
        <translation>Seitenfehler</translation>
    </message>
    <message>
        <source>Place in memory</source>
        <translation>Ort im Speicher</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>Queues</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Ressourcen</translation>
    </message>
    <message>
        <source>Resources that lived there</source>
        <translation>Ressourcen, die dort lagen</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>Span</translation>
    </message>
    <message>
        <source>Stack trace</source>
        <translation>Stacktrace</translation>
    </message>
    <message>
        <source>Submits</source>
        <translation>Submits</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>Was es kostet</translation>
    </message>
    <message>
        <source>Why late</source>
        <translation>Warum verspätet</translation>
    </message>
    <message>
        <source>Allocation by class</source>
        <translation>Allokationen nach Klasse</translation>
    </message>
    <message>
        <source>CPU system</source>
        <translation>CPU System</translation>
    </message>
    <message>
        <source>CPU user</source>
        <translation>CPU Nutzer</translation>
    </message>
    <message>
        <source>CRC bad</source>
        <translation>CRC falsch</translation>
    </message>
    <message>
        <source>Contended monitors</source>
        <translation>Umkämpfte Monitore</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>Exceptions</source>
        <translation>Exceptions</translation>
    </message>
    <message>
        <source>Files and sockets</source>
        <translation>Dateien und Sockets</translation>
    </message>
    <message>
        <source>GPU frames</source>
        <translation>GPU-Frames</translation>
    </message>
    <message>
        <source>GPU queues</source>
        <translation>GPU-Queues</translation>
    </message>
    <message>
        <source>Garbage collections</source>
        <translation>Garbage Collections</translation>
    </message>
    <message>
        <source>Lines by template</source>
        <translation>Zeilen nach Muster</translation>
    </message>
    <message>
        <source>Memory by allocation</source>
        <translation>Speicher nach Allokation</translation>
    </message>
    <message>
        <source>Memory by heap</source>
        <translation>Speicher nach Heap</translation>
    </message>
    <message>
        <source>Memory by resource</source>
        <translation>Speicher nach Ressource</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Tasks</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Worker threads</source>
        <translation>Worker-Threads</translation>
    </message>
    <message>
        <source>alive</source>
        <translation>am Leben</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>zugleich</translation>
    </message>
    <message>
        <source>beside each other</source>
        <translation>nebeneinander</translation>
    </message>
    <message>
        <source>beside others</source>
        <translation>neben anderen</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>blockiert</translation>
    </message>
    <message>
        <source>bound, share</source>
        <translation>gebunden, Anteil</translation>
    </message>
    <message>
        <source>busy share</source>
        <translation>Anteil beschäftigt</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>collector</source>
        <translation>Collector</translation>
    </message>
    <message>
        <source>counter</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>dropped at</source>
        <translation>verworfen um</translation>
    </message>
    <message>
        <source>enters</source>
        <translation>Eintritte</translation>
    </message>
    <message>
        <source>fault address</source>
        <translation>Fehleradresse</translation>
    </message>
    <message>
        <source>fault at</source>
        <translation>Fehler um</translation>
    </message>
    <message>
        <source>first</source>
        <translation>erster</translation>
    </message>
    <message>
        <source>first call</source>
        <translation>erster Aufruf</translation>
    </message>
    <message>
        <source>frame</source>
        <translation>Frame</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>Frames</translation>
    </message>
    <message>
        <source>freed per ms</source>
        <translation>freigegeben je ms</translation>
    </message>
    <message>
        <source>gaps ≥ 10 medians</source>
        <translation>Lücken ≥ 10 Mediane</translation>
    </message>
    <message>
        <source>goes with</source>
        <translation>gehört zu</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>heap after</source>
        <translation>Heap danach</translation>
    </message>
    <message>
        <source>heap before</source>
        <translation>Heap davor</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>idle gaps ≥ 100 µs</source>
        <translation>Leerlauf ≥ 100 µs</translation>
    </message>
    <message>
        <source>integral × s</source>
        <translation>Integral × s</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größte</translation>
    </message>
    <message>
        <source>largest step</source>
        <translation>größter Schritt</translation>
    </message>
    <message>
        <source>last</source>
        <translation>letzter</translation>
    </message>
    <message>
        <source>last call</source>
        <translation>letzter Aufruf</translation>
    </message>
    <message>
        <source>level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>life</source>
        <translation>Lebensdauer</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>longest gap</source>
        <translation>längste Lücke</translation>
    </message>
    <message>
        <source>longest pause</source>
        <translation>längste Pause</translation>
    </message>
    <message>
        <source>longest submit</source>
        <translation>längster Submit</translation>
    </message>
    <message>
        <source>longest wait</source>
        <translation>längstes Warten</translation>
    </message>
    <message>
        <source>mapped</source>
        <translation>abgebildet</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>median period</source>
        <translation>Median der Periode</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>missing ≈</source>
        <translation>fehlend ≈</translation>
    </message>
    <message>
        <source>native samples</source>
        <translation>native Samples</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>p99 gap</source>
        <translation>p99 der Lücken</translation>
    </message>
    <message>
        <source>parked</source>
        <translation>geparkt</translation>
    </message>
    <message>
        <source>pauses</source>
        <translation>Pausen</translation>
    </message>
    <message>
        <source>peak at</source>
        <translation>Spitze um</translation>
    </message>
    <message>
        <source>peak requested</source>
        <translation>Spitze angefordert</translation>
    </message>
    <message>
        <source>peak second</source>
        <translation>stärkste Sekunde</translation>
    </message>
    <message>
        <source>per second</source>
        <translation>je Sekunde</translation>
    </message>
    <message>
        <source>poll p50</source>
        <translation>Poll p50</translation>
    </message>
    <message>
        <source>poll p95</source>
        <translation>Poll p95</translation>
    </message>
    <message>
        <source>polls/s</source>
        <translation>Polls/s</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>Queue</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>read</source>
        <translation>gelesen</translation>
    </message>
    <message>
        <source>requested</source>
        <translation>angefordert</translation>
    </message>
    <message>
        <source>self</source>
        <translation>selbst</translation>
    </message>
    <message>
        <source>self share</source>
        <translation>Anteil selbst</translation>
    </message>
    <message>
        <source>self wakes</source>
        <translation>Wakes von sich selbst</translation>
    </message>
    <message>
        <source>self ±</source>
        <translation>selbst ±</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>silence</source>
        <translation>Stille</translation>
    </message>
    <message>
        <source>since</source>
        <translation>seit</translation>
    </message>
    <message>
        <source>sleeping</source>
        <translation>schlafend</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>kleinste</translation>
    </message>
    <message>
        <source>start to end</source>
        <translation>Start bis Ende</translation>
    </message>
    <message>
        <source>steps back</source>
        <translation>Rücksprünge</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>submit to begin</source>
        <translation>Submit bis Beginn</translation>
    </message>
    <message>
        <source>submit to begin max</source>
        <translation>Submit bis Beginn max</translation>
    </message>
    <message>
        <source>submit to begin p50</source>
        <translation>Submit bis Beginn p50</translation>
    </message>
    <message>
        <source>submits</source>
        <translation>Submits</translation>
    </message>
    <message>
        <source>switches</source>
        <translation>Wechsel</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>tasks</source>
        <translation>Tasks</translation>
    </message>
    <message>
        <source>template</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>then</source>
        <translation>damals</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>together</source>
        <translation>zusammen</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>total wait</source>
        <translation>Warten gesamt</translation>
    </message>
    <message>
        <source>track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>truncated</source>
        <translation>abgeschnitten</translation>
    </message>
    <message>
        <source>unbound</source>
        <translation>ungebunden</translation>
    </message>
    <message>
        <source>use</source>
        <translation>Verwendung</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>wait p50</source>
        <translation>Warten p50</translation>
    </message>
    <message>
        <source>wait p95</source>
        <translation>Warten p95</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartend</translation>
    </message>
    <message>
        <source>wakes while scheduled</source>
        <translation>Wakes, während eingeplant</translation>
    </message>
    <message>
        <source>without time</source>
        <translation>ohne Zeit</translation>
    </message>
    <message>
        <source>written</source>
        <translation>geschrieben</translation>
    </message>
    <message>
        <source>Δ bound</source>
        <translation>Δ gebunden</translation>
    </message>
    <message>
        <source>Δ requested</source>
        <translation>Δ angefordert</translation>
    </message>
    <message>
        <source>Δ resources</source>
        <translation>Δ Ressourcen</translation>
    </message>
    <message>
        <source>Δ together</source>
        <translation>Δ zusammen</translation>
    </message>
    <message>
        <source>A GPU that crashed</source>
        <translation>Eine GPU, die abgestürzt ist</translation>
    </message>
    <message>
        <source>A GPU that runs slowly</source>
        <translation>Eine GPU, die langsam läuft</translation>
    </message>
    <message>
        <source>A GPU that waits for the program</source>
        <translation>Eine GPU, die auf das Programm wartet</translation>
    </message>
    <message>
        <source>A burst of allocation</source>
        <translation>Plötzlich viele Allokationen</translation>
    </message>
    <message>
        <source>A clock that went back</source>
        <translation>Eine Uhr, die zurückging</translation>
    </message>
    <message>
        <source>A code cache that is full</source>
        <translation>Ein voller Code-Cache</translation>
    </message>
    <message>
        <source>A container that is throttled</source>
        <translation>Ein gedrosselter Container</translation>
    </message>
    <message>
        <source>A full collection</source>
        <translation>Eine vollständige Collection</translation>
    </message>
    <message>
        <source>A heap that grows</source>
        <translation>Ein Heap, der wächst</translation>
    </message>
    <message>
        <source>A heap that is full</source>
        <translation>Ein Heap, der voll ist</translation>
    </message>
    <message>
        <source>A log that is flooded</source>
        <translation>Ein Log, das überläuft</translation>
    </message>
    <message>
        <source>A long pause</source>
        <translation>Eine lange Pause</translation>
    </message>
    <message>
        <source>A monitor that is held over I/O</source>
        <translation>Ein Monitor, der über I/O gehalten wird</translation>
    </message>
    <message>
        <source>A rate that changed</source>
        <translation>Eine Rate, die sich änderte</translation>
    </message>
    <message>
        <source>A stream that does not come back</source>
        <translation>Ein Stream, der nicht wiederkommt</translation>
    </message>
    <message>
        <source>A stream that stopped</source>
        <translation>Ein Stream, der aufhörte</translation>
    </message>
    <message>
        <source>An error while tracing</source>
        <translation>Ein Fehler beim Aufzeichnen</translation>
    </message>
    <message>
        <source>An incomplete recording</source>
        <translation>Eine unvollständige Aufzeichnung</translation>
    </message>
    <message>
        <source>Clocks that run apart</source>
        <translation>Uhren, die auseinanderlaufen</translation>
    </message>
    <message>
        <source>Clocks that were hardly compared</source>
        <translation>Uhren, die kaum verglichen wurden</translation>
    </message>
    <message>
        <source>Code objects that are missing</source>
        <translation>Code-Objekte, die fehlen</translation>
    </message>
    <message>
        <source>Collections for huge objects</source>
        <translation>Collections für riesige Objekte</translation>
    </message>
    <message>
        <source>Collections that were asked for</source>
        <translation>Collections, die verlangt wurden</translation>
    </message>
    <message>
        <source>Damage</source>
        <translation>Schaden</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Errors and warnings</source>
        <translation>Fehler und Warnungen</translation>
    </message>
    <message>
        <source>Far more wakes than polls</source>
        <translation>Weit mehr Wakes als Polls</translation>
    </message>
    <message>
        <source>Frames that are missing</source>
        <translation>Frames, die fehlen</translation>
    </message>
    <message>
        <source>Frames that come late</source>
        <translation>Frames, die zu spät kommen</translation>
    </message>
    <message>
        <source>Frames that took far longer</source>
        <translation>Frames, die weit länger dauerten</translation>
    </message>
    <message>
        <source>Frames without a time</source>
        <translation>Frames ohne Zeit</translation>
    </message>
    <message>
        <source>Gaps in a clock</source>
        <translation>Lücken in einer Uhr</translation>
    </message>
    <message>
        <source>Jobs that wait for a thread</source>
        <translation>Aufträge, die auf einen Thread warten</translation>
    </message>
    <message>
        <source>Memory that grows all the time</source>
        <translation>Speicher, der ständig wächst</translation>
    </message>
    <message>
        <source>Memory that is evicted and needed again</source>
        <translation>Speicher, der ausgelagert und wieder gebraucht wird</translation>
    </message>
    <message>
        <source>More and more classes</source>
        <translation>Immer mehr Klassen</translation>
    </message>
    <message>
        <source>More and more threads</source>
        <translation>Immer mehr Threads</translation>
    </message>
    <message>
        <source>More memory than there is</source>
        <translation>Mehr Speicher, als es gibt</translation>
    </message>
    <message>
        <source>More ready tasks than workers</source>
        <translation>Mehr bereite Tasks als Worker</translation>
    </message>
    <message>
        <source>Much time in collections</source>
        <translation>Viel Zeit in Collections</translation>
    </message>
    <message>
        <source>No CPU to spare</source>
        <translation>Keine CPU übrig</translation>
    </message>
    <message>
        <source>No proper end</source>
        <translation>Kein ordentliches Ende</translation>
    </message>
    <message>
        <source>One method that runs much</source>
        <translation>Eine Methode, die viel läuft</translation>
    </message>
    <message>
        <source>One place that allocates much</source>
        <translation>Eine Stelle, die viel allokiert</translation>
    </message>
    <message>
        <source>Other programs use the CPU</source>
        <translation>Andere Programme belegen die CPU</translation>
    </message>
    <message>
        <source>Pinned virtual threads</source>
        <translation>Festgehaltene virtuelle Threads</translation>
    </message>
    <message>
        <source>Polls far longer than usual</source>
        <translation>Polls, die weit länger dauern als üblich</translation>
    </message>
    <message>
        <source>Polls that keep a worker</source>
        <translation>Polls, die einen Worker festhalten</translation>
    </message>
    <message>
        <source>Queues that never run beside each other</source>
        <translation>Queues, die nie nebeneinander laufen</translation>
    </message>
    <message>
        <source>Readings that do not change any more</source>
        <translation>Messwerte, die sich nicht mehr ändern</translation>
    </message>
    <message>
        <source>Reads that time out</source>
        <translation>Lesezugriffe, die keine Antwort bekommen</translation>
    </message>
    <message>
        <source>Slow class loading</source>
        <translation>Langsames Laden von Klassen</translation>
    </message>
    <message>
        <source>Slow files and sockets</source>
        <translation>Langsame Dateien und Sockets</translation>
    </message>
    <message>
        <source>Slow operations of the program</source>
        <translation>Langsame Vorgänge des Programms</translation>
    </message>
    <message>
        <source>Spans far slower than usual</source>
        <translation>Spans, die weit langsamer sind als üblich</translation>
    </message>
    <message>
        <source>Submits that never ran</source>
        <translation>Submits, die nie liefen</translation>
    </message>
    <message>
        <source>Tasks smaller than their overhead</source>
        <translation>Tasks, kleiner als ihr Aufwand</translation>
    </message>
    <message>
        <source>Tasks that a timer polls all the time</source>
        <translation>Tasks, die ein Timer ständig pollt</translation>
    </message>
    <message>
        <source>Tasks that never end</source>
        <translation>Tasks, die nie enden</translation>
    </message>
    <message>
        <source>Tasks that never yield</source>
        <translation>Tasks, die nie abgeben</translation>
    </message>
    <message>
        <source>Tasks that nothing can wake</source>
        <translation>Tasks, die nichts wecken kann</translation>
    </message>
    <message>
        <source>Tasks that spin</source>
        <translation>Tasks, die kreiseln</translation>
    </message>
    <message>
        <source>Tasks that start late</source>
        <translation>Tasks, die spät beginnen</translation>
    </message>
    <message>
        <source>Tasks that wait longer than they run</source>
        <translation>Tasks, die länger warten als laufen</translation>
    </message>
    <message>
        <source>Tasks that wake themselves</source>
        <translation>Tasks, die sich selbst wecken</translation>
    </message>
    <message>
        <source>Tasks that were never polled</source>
        <translation>Tasks, die nie gepollt wurden</translation>
    </message>
    <message>
        <source>The VM stops the program</source>
        <translation>Die VM hält das Programm an</translation>
    </message>
    <message>
        <source>The device began anew</source>
        <translation>Das Gerät fing neu an</translation>
    </message>
    <message>
        <source>Threads that are parked for a lock</source>
        <translation>Threads, die für eine Sperre geparkt sind</translation>
    </message>
    <message>
        <source>Threads that are slow to stop</source>
        <translation>Threads, die langsam anhalten</translation>
    </message>
    <message>
        <source>Threads that wait for a monitor</source>
        <translation>Threads, die auf einen Monitor warten</translation>
    </message>
    <message>
        <source>Threads that wait for a pool</source>
        <translation>Threads, die auf einen Pool warten</translation>
    </message>
    <message>
        <source>Threads that wait for each other</source>
        <translation>Threads, die aufeinander warten</translation>
    </message>
    <message>
        <source>Threads that wait for memory</source>
        <translation>Threads, die auf Speicher warten</translation>
    </message>
    <message>
        <source>Time without a chunk</source>
        <translation>Zeit ohne Chunk</translation>
    </message>
    <message>
        <source>Times that are estimates</source>
        <translation>Zeiten, die geschätzt sind</translation>
    </message>
    <message>
        <source>Values at the end of their type</source>
        <translation>Werte am Ende ihres Typs</translation>
    </message>
    <message>
        <source>Values that are none</source>
        <translation>Werte, die keine sind</translation>
    </message>
    <message>
        <source>Values that stand out</source>
        <translation>Werte, die herausragen</translation>
    </message>
    <message>
        <source>Very many exceptions</source>
        <translation>Sehr viele Exceptions</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Work on one worker only</source>
        <translation>Arbeit auf nur einem Worker</translation>
    </message>
    <message>
        <source>Work that piles up before the GPU</source>
        <translation>Arbeit, die sich vor der GPU staut</translation>
    </message>
    <message>
        <source>A web shop: a lock convoy behind a slow disk, a report that fills the heap.</source>
        <translation>Ein Webshop: ein Stau vor einer Sperre, weil die Platte langsam ist, und ein Bericht, der den Heap füllt.</translation>
    </message>
    <message>
        <source>Chunks, tables, a picture and a nested capture of one frame.</source>
        <translation>Chunks, Tabellen, ein Bild und eine eingebettete Aufzeichnung eines Frames.</translation>
    </message>
    <message>
        <source>A motor&apos;s controller: a fan that is blocked, a bearing that knocks, a restart.</source>
        <translation>Steuerung eines Motors: ein blockierter Lüfter, ein Lager, das klopft, und ein Neustart.</translation>
    </message>
    <message>
        <source>Eight frames on two queues, one of them slow, and memory that leaks.</source>
        <translation>Acht Frames auf zwei Queues, einer davon langsam, und Speicher, der verloren geht.</translation>
    </message>
    <message>
        <source>Embedded device</source>
        <translation>Eingebettetes Gerät</translation>
    </message>
    <message>
        <source>GPU frame</source>
        <translation>GPU-Frame</translation>
    </message>
    <message>
        <source>GPU queues and memory</source>
        <translation>GPU-Queues und Speicher</translation>
    </message>
    <message>
        <source>Java service</source>
        <translation>Java-Dienst</translation>
    </message>
    <message>
        <source>Web service</source>
        <translation>Webdienst</translation>
    </message>
    <message>
        <source>Why is a request late? A slow poll, a lock convoy and a task leak.</source>
        <translation>Warum kommt eine Antwort spät? Ein langsamer Poll, ein Stau vor einer Sperre und Tasks, die übrig bleiben.</translation>
    </message>
    <message>
        <source>longer</source>
        <translation>länger</translation>
    </message>
    <message>
        <source>shorter</source>
        <translation>kürzer</translation>
    </message>
    <message>
        <source>no clear change</source>
        <translation>keine klare Änderung</translation>
    </message>
    <message>
        <source>too few</source>
        <translation>zu wenige</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>nur in A</translation>
    </message>
    <message>
        <source>only in B</source>
        <translation>nur in B</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>better</source>
        <translation>besser</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>schlechter</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>verschwunden</translation>
    </message>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>low</source>
        <translation>gering</translation>
    </message>
    <message>
        <source>info</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%1 Units</source>
        <translation>
            <numerusform>%1 Unit</numerusform>
            <numerusform>%1 Units</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks of messages</source>
        <translation>
            <numerusform>%1 Block von Nachrichten</numerusform>
            <numerusform>%1 Blöcke von Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks of records</source>
        <translation>
            <numerusform>%1 Block von Datensätzen</numerusform>
            <numerusform>%1 Blöcke von Datensätzen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bytes</source>
        <translation>
            <numerusform>%1 Byte</numerusform>
            <numerusform>%1 Bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 captures</source>
        <translation>
            <numerusform>%1 Aufzeichnung</numerusform>
            <numerusform>%1 Aufzeichnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 chunks</source>
        <translation>
            <numerusform>%1 Chunk</numerusform>
            <numerusform>%1 Chunks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 columns</source>
        <translation>
            <numerusform>%1 Spalte</numerusform>
            <numerusform>%1 Spalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 durations</source>
        <translation>
            <numerusform>%1 Dauer</numerusform>
            <numerusform>%1 Dauern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 Ereignis</numerusform>
            <numerusform>%1 Ereignisse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 files</source>
        <translation>
            <numerusform>%1 Datei</numerusform>
            <numerusform>%1 Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 filters</source>
        <translation>
            <numerusform>%1 Filter</numerusform>
            <numerusform>%1 Filter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 findings</source>
        <translation>
            <numerusform>%1 Befund</numerusform>
            <numerusform>%1 Befunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 frames</source>
        <translation>
            <numerusform>%1 Frame</numerusform>
            <numerusform>%1 Frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 groups</source>
        <translation>
            <numerusform>%1 Gruppe</numerusform>
            <numerusform>%1 Gruppen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 hits</source>
        <translation>
            <numerusform>%1 Treffer</numerusform>
            <numerusform>%1 Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 messages</source>
        <translation>
            <numerusform>%1 Nachricht</numerusform>
            <numerusform>%1 Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 nodes</source>
        <translation>
            <numerusform>%1 Knoten</numerusform>
            <numerusform>%1 Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 notes</source>
        <translation>
            <numerusform>%1 Notiz</numerusform>
            <numerusform>%1 Notizen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 parts</source>
        <translation>
            <numerusform>%1 Teil</numerusform>
            <numerusform>%1 Teile</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 presents</source>
        <translation>
            <numerusform>%1 Present</numerusform>
            <numerusform>%1 Presents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 problems</source>
        <translation>
            <numerusform>%1 Problem</numerusform>
            <numerusform>%1 Probleme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 records</source>
        <translation>
            <numerusform>%1 Datensatz</numerusform>
            <numerusform>%1 Datensätze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 results</source>
        <translation>
            <numerusform>%1 Ergebnis</numerusform>
            <numerusform>%1 Ergebnisse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rows</source>
        <translation>
            <numerusform>%1 Zeile</numerusform>
            <numerusform>%1 Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rules were</source>
        <translation>
            <numerusform>%1 Regel</numerusform>
            <numerusform>%1 Regeln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 samples</source>
        <translation>
            <numerusform>%1 Sample</numerusform>
            <numerusform>%1 Samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sequences</source>
        <translation>
            <numerusform>%1 Sequenz</numerusform>
            <numerusform>%1 Sequenzen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 signals</source>
        <translation>
            <numerusform>%1 Signal</numerusform>
            <numerusform>%1 Signale</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slices</source>
        <translation>
            <numerusform>%1 Abschnitt</numerusform>
            <numerusform>%1 Abschnitte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 stay</source>
        <translation>
            <numerusform>%1 bleibt</numerusform>
            <numerusform>%1 bleiben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 submits</source>
        <translation>
            <numerusform>%1 Submit</numerusform>
            <numerusform>%1 Submits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tasks</source>
        <translation>
            <numerusform>%1 Task</numerusform>
            <numerusform>%1 Tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tracks</source>
        <translation>
            <numerusform>%1 Spur</numerusform>
            <numerusform>%1 Spuren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waits</source>
        <translation>
            <numerusform>%1 Wait</numerusform>
            <numerusform>%1 Waits</numerusform>
        </translation>
    </message>
    <message>
        <source>Unit size</source>
        <translation>Größe der Units</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Units</translation>
    </message>
    <message>
        <source>callsites</source>
        <translation>Callsites</translation>
    </message>
    <message>
        <source>chunks</source>
        <translation>Chunks</translation>
    </message>
    <message>
        <source>collections</source>
        <translation>Collections</translation>
    </message>
    <message>
        <source>compression</source>
        <translation>Kompression</translation>
    </message>
    <message>
        <source>configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>generator</source>
        <translation>Erzeuger</translation>
    </message>
    <message>
        <source>minor size</source>
        <translation>kleine Größe</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>auto unit</source>
        <translation>Einheit: auto</translation>
    </message>
    <message>
        <source>Allocation by site</source>
        <translation>Allokationen nach Stelle</translation>
    </message>
    <message>
        <source>Allocation by thread</source>
        <translation>Allokationen nach Thread</translation>
    </message>
    <message>
        <source>Crash: page faults</source>
        <translation>Absturz: Seitenfehler</translation>
    </message>
    <message>
        <source>Crash: work in flight</source>
        <translation>Absturz: Arbeit im Gang</translation>
    </message>
    <message>
        <source>GPU work, as it was called</source>
        <translation>GPU-Arbeit, wie sie aufgerufen wurde</translation>
    </message>
    <message>
        <source>Memory at snapshots and at its most</source>
        <translation>Speicher an Snapshots und an der Spitze</translation>
    </message>
    <message>
        <source>Memory by name</source>
        <translation>Speicher nach Name</translation>
    </message>
    <message>
        <source>Memory by use</source>
        <translation>Speicher nach Verwendung</translation>
    </message>
    <message>
        <source>Memory: new, gone and leaked</source>
        <translation>Speicher: neu, weg und verloren</translation>
    </message>
    <message>
        <source>Memory: what stays</source>
        <translation>Speicher: was bleibt</translation>
    </message>
    <message>
        <source>Native methods</source>
        <translation>Native Methoden</translation>
    </message>
    <message>
        <source>Owners of contended monitors</source>
        <translation>Besitzer umkämpfter Monitore</translation>
    </message>
    <message>
        <source>Spans by name</source>
        <translation>Spans nach Name</translation>
    </message>
    <message>
        <source>awaited</source>
        <translation>gewartet</translation>
    </message>
    <message>
        <source>Tasks by name</source>
        <translation>Tasks nach Name</translation>
    </message>
    <message>
        <source>Where threads wait for monitors</source>
        <translation>Wo Threads auf Monitore warten</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Collection</translation>
    </message>
    <message>
        <source>driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>exception</source>
        <translation>Exception</translation>
    </message>
    <message>
        <source>file or host</source>
        <translation>Datei oder Host</translation>
    </message>
    <message>
        <source>marker</source>
        <translation>Marker</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>moment</source>
        <translation>Zeitpunkt</translation>
    </message>
    <message>
        <source>monitor</source>
        <translation>Monitor</translation>
    </message>
    <message>
        <source>owner</source>
        <translation>Besitzer</translation>
    </message>
    <message>
        <source>resource</source>
        <translation>Ressource</translation>
    </message>
    <message>
        <source>site</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>ready tasks</source>
        <translation>bereite Tasks</translation>
    </message>
    <message>
        <source>spawned at</source>
        <translation>gestartet bei</translation>
    </message>
    <message>
        <source>wake at</source>
        <translation>geweckt bei</translation>
    </message>
    <message>
        <source>woken by</source>
        <translation>geweckt von</translation>
    </message>
    <message>
        <source>present</source>
        <translation>Present</translation>
    </message>
    <message>
        <source>semaphore</source>
        <translation>Semaphor</translation>
    </message>
    <message>
        <source>time, about</source>
        <translation>Zeit, etwa</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Submission</source>
        <translation>Submit</translation>
    </message>
    <message>
        <source>task or span</source>
        <translation>Task oder Span</translation>
    </message>
    <message>
        <source>frames, about</source>
        <translation>Frames, etwa</translation>
    </message>
    <message>
        <source>of them heaps</source>
        <translation>davon Heaps</translation>
    </message>
    <message>
        <source>live</source>
        <translation>lebt</translation>
    </message>
    <message>
        <source>A poll around other polls is not counted: it is the thread itself.</source>
        <translation>Ein Poll um andere Polls zählt nicht: Er ist der Thread selbst.</translation>
    </message>
    <message>
        <source>Clocks were compared once only: what is said of calls and the GPU together is approximate.</source>
        <translation>Uhren wurden nur einmal verglichen: Was von Aufrufen und GPU zusammen gesagt wird, ist ungefähr.</translation>
    </message>
    <message>
        <source>Filters and chosen tracks do not count here: it is about all of the capture.</source>
        <translation>Filter und gewählte Spuren zählen hier nicht: Es geht um die ganze Aufzeichnung.</translation>
    </message>
    <message>
        <source>How many frames are missing is told of streams with a steady period only: half of the gaps within a tenth of the median.</source>
        <translation>Wie viele Frames fehlen, wird nur von Streams mit stetiger Periode gesagt: die Hälfte der Lücken innerhalb eines Zehntels des Medians.</translation>
    </message>
    <message>
        <source>In the order of the calls. Begin and end of signals and waits are not recorded.</source>
        <translation>In der Reihenfolge der Aufrufe. Beginn und Ende von Signalen und Waits sind nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>Of polls that fit; switches are none and count all.</source>
        <translation>Von Polls, die passen; Wechsel sind keine und zählen alle.</translation>
    </message>
    <message>
        <source>Of slices that fit; wakes and drops are none and count all, and what a task was idle is not told.</source>
        <translation>Von Abschnitten, die passen; Wakes und Drops sind keine und zählen alle, und wie lange ein Task ruhte, wird nicht gesagt.</translation>
    </message>
    <message>
        <source>Of streams of which some slices do not fit, only frames count that a slice which fits begins with; periods and gaps are those between them.</source>
        <translation>Von Streams, von denen manche Abschnitte nicht passen, zählen nur Frames, mit denen ein passender Abschnitt beginnt; Perioden und Lücken sind die zwischen ihnen.</translation>
    </message>
    <message>
        <source>What is told of a snapshot is reckoned: only its name and its time are recorded.</source>
        <translation>Was von einem Snapshot gesagt wird, ist berechnet: Aufgezeichnet sind nur sein Name und seine Zeit.</translation>
    </message>
    <message>
        <source>What the driver made for itself is left out.</source>
        <translation>Was der Treiber für sich selbst anlegte, zählt nicht.</translation>
    </message>
    <message>
        <source>An estimate: a new allocation buffer counts whole for the object it was needed for (jdk.ObjectAllocationInNewTLAB, OutsideTLAB).</source>
        <translation>Eine Schätzung: ein neuer Allokationspuffer zählt ganz für das Objekt, für das er gebraucht wurde (jdk.ObjectAllocationInNewTLAB, OutsideTLAB).</translation>
    </message>
    <message>
        <source>An estimate: each sample stands for all that was allocated since the one before (jdk.ObjectAllocationSample).</source>
        <translation>Eine Schätzung: jedes Sample steht für alles, was seit dem vorigen allokiert wurde (jdk.ObjectAllocationSample).</translation>
    </message>
    <message>
        <source>Collections that fit, each with all of its pauses.</source>
        <translation>Collections, die passen, jede mit all ihren Pausen.</translation>
    </message>
    <message>
        <source>For how long threads were stopped is not known: no pauses were recorded (jdk.GCPhasePause).</source>
        <translation>Wie lange Threads angehalten waren, ist nicht bekannt: es wurden keine Pausen aufgezeichnet (jdk.GCPhasePause).</translation>
    </message>
    <message>
        <source>Messages that differ only in numbers, quoted text and identifiers are one row.</source>
        <translation>Nachrichten, die sich nur in Zahlen, zitiertem Text und Bezeichnern unterscheiden, sind eine Zeile.</translation>
    </message>
    <message>
        <source>Numbers are those of each run, so what is alike is one row: sums, or else means.</source>
        <translation>Nummern gelten nur in ihrem Lauf, also ist Gleichartiges eine Zeile: Summen, sonst Mittelwerte.</translation>
    </message>
    <message>
        <source>Of events that fit; threads are stopped by all pauses, and what is left of their lives is not told.</source>
        <translation>Von Ereignissen, die passen; Threads hält jede Pause an, und der Rest ihres Lebens wird nicht genannt.</translation>
    </message>
    <message>
        <source>Of spans with slices that fit; how long they lived is told of their whole life.</source>
        <translation>Von Spans mit Abschnitten, die passen; wie lange sie lebten, gilt für ihr ganzes Leben.</translation>
    </message>
    <message>
        <source>Pauses were not recorded one by one (jdk.GCPhasePause).</source>
        <translation>Pausen wurden nicht einzeln aufgezeichnet (jdk.GCPhasePause).</translation>
    </message>
    <message>
        <source>The dump tells of no page fault.</source>
        <translation>Der Dump nennt keinen Seitenfehler.</translation>
    </message>
    <message>
        <source>The heap around collections was not recorded (jdk.GCHeapSummary).</source>
        <translation>Der Heap vor und nach Collections wurde nicht aufgezeichnet (jdk.GCHeapSummary).</translation>
    </message>
    <message>
        <source>A has several runs: rows match those of one that is compared alone.</source>
        <translation>A hat mehrere Läufe: Zeilen entsprechen denen eines Laufs, der allein verglichen wird.</translation>
    </message>
    <message>
        <source>B has several runs: rows match those of one that is compared alone.</source>
        <translation>B hat mehrere Läufe: Zeilen entsprechen denen eines Laufs, der allein verglichen wird.</translation>
    </message>
    <message>
        <source>≈: of some the recording kept no time of their own.</source>
        <translation>≈: von einigen hat die Aufzeichnung keine eigene Zeit.</translation>
    </message>
    <message>
        <source>≈: of some the recording kept only between which collections they were thrown.</source>
        <translation>≈: von einigen weiß die Aufzeichnung nur, zwischen welchen Collections sie geworfen wurden.</translation>
    </message>
    <message>
        <source>≈: of some the recording kept only between which collections they were; they count for the second in which that time begins.</source>
        <translation>≈: von einigen weiß die Aufzeichnung nur, zwischen welchen Collections sie waren; sie zählen für die Sekunde, in der diese Zeit beginnt.</translation>
    </message>
    <message>
        <source>≈: the recording kept how long threads waited, of some not when; how many waited at once is an estimate there.</source>
        <translation>≈: die Aufzeichnung weiß, wie lange Threads warteten, von einigen nicht wann; wie viele zugleich warteten, ist dort eine Schätzung.</translation>
    </message>
    <message>
        <source>Without heaps, which hold others; # stands for a number.</source>
        <translation>Ohne Heaps, die andere enthalten; # steht für eine Zahl.</translation>
    </message>
    <message>
        <source>≈: large values are rounded to about seven digits, and so are steps between them.</source>
        <translation>≈: Große Werte sind auf etwa sieben Stellen gerundet, auch Schritte zwischen ihnen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 hints</source>
        <translation>
            <numerusform>%1 Hinweis</numerusform>
            <numerusform>%1 Hinweise</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 live at the end</source>
        <translation>
            <numerusform>%1 lebt am Ende</numerusform>
            <numerusform>%1 leben am Ende</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 markers</source>
        <translation>
            <numerusform>%1 Marker</numerusform>
            <numerusform>%1 Marker</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lost range or gap is left out.</source>
        <translation>
            <numerusform>%1 verlorener Bereich oder Lücke zählt nicht.</numerusform>
            <numerusform>%1 verlorener Bereich oder Lücke zählt nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lost ranges and gaps are left out.</source>
        <translation>
            <numerusform>%1 verlorene Bereiche und Lücken zählen nicht.</numerusform>
            <numerusform>%1 verlorene Bereiche und Lücken zählen nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 piece of a span in which it was not entered is left out.</source>
        <translation>
            <numerusform>%1 Stück eines Spans, in dem er nicht betreten war, zählt nicht.</numerusform>
            <numerusform>%1 Stück eines Spans, in dem er nicht betreten war, zählt nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pieces of spans in which they were not entered are left out.</source>
        <translation>
            <numerusform>%1 Stücke von Spans, in denen sie nicht betreten waren, zählen nicht.</numerusform>
            <numerusform>%1 Stücke von Spans, in denen sie nicht betreten waren, zählen nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slice is damaged, and counts all the same.</source>
        <translation>
            <numerusform>%1 Abschnitt ist beschädigt und zählt trotzdem.</numerusform>
            <numerusform>%1 Abschnitt ist beschädigt und zählt trotzdem.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slices are damaged, and count all the same.</source>
        <translation>
            <numerusform>%1 Abschnitte sind beschädigt und zählen trotzdem.</numerusform>
            <numerusform>%1 Abschnitte sind beschädigt und zählen trotzdem.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slice of no length is an instant: it counts, but not in min, mean, percentiles and max.</source>
        <translation>
            <numerusform>%1 Abschnitt ohne Dauer ist ein Zeitpunkt: Er zählt, aber nicht in min, Mittel, Perzentilen und max.</numerusform>
            <numerusform>%1 Abschnitt ohne Dauer ist ein Zeitpunkt: Er zählt, aber nicht in min, Mittel, Perzentilen und max.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slices of no length are instants: they count, but not in min, mean, percentiles and max.</source>
        <translation>
            <numerusform>%1 Abschnitte ohne Dauer sind Zeitpunkte: Sie zählen, aber nicht in min, Mittel, Perzentilen und max.</numerusform>
            <numerusform>%1 Abschnitte ohne Dauer sind Zeitpunkte: Sie zählen, aber nicht in min, Mittel, Perzentilen und max.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 value is no number.</source>
        <translation>
            <numerusform>%1 Wert ist keine Zahl.</numerusform>
            <numerusform>%1 Wert ist keine Zahl.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 values are no numbers.</source>
        <translation>
            <numerusform>%1 Werte sind keine Zahlen.</numerusform>
            <numerusform>%1 Werte sind keine Zahlen.</numerusform>
        </translation>
    </message>
    <message>
        <source>chunk</source>
        <translation>Chunk</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>Unit</translation>
    </message>
    <message>
        <source>on disk now</source>
        <translation>jetzt auf der Platte</translation>
    </message>
    <message>
        <source>on to</source>
        <translation>zu</translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks with problems</source>
        <translation>
            <numerusform>%1 Block mit Problemen</numerusform>
            <numerusform>%1 Blöcke mit Problemen</numerusform>
        </translation>
    </message>
    <message>
        <source>A share is of %1: of several at a time it is more than 100 %.</source>
        <translation>Anteile sind solche von %1: Bei mehreren zugleich sind es mehr als 100 %.</translation>
    </message>
    <message>
        <source>A share is of %1 times %2.</source>
        <translation>Anteile sind solche von %1 mal %2.</translation>
    </message>
    <message>
        <source>At least one queue was busy for %1 of %2.</source>
        <translation>Mindestens eine Queue war %1 von %2 beschäftigt.</translation>
    </message>
    <message>
        <source>An estimate by %1 of threads that ran Java; those in native methods are not among them.</source>
        <translation>Eine Schätzung nach %1 von Threads, die Java ausführten; solche in nativen Methoden sind nicht dabei.</translation>
    </message>
    <message>
        <source>An estimate by %1 of threads in native methods, which may wait there; those in Java are not among them.</source>
        <translation>Eine Schätzung nach %1 von Threads in nativen Methoden, die dort warten können; solche in Java sind nicht dabei.</translation>
    </message>
    <message>
        <source>Not counted: %1 for other reasons than a lock.</source>
        <translation>Nicht gezählt: %1 aus anderen Gründen als einem Lock.</translation>
    </message>
    <message>
        <source>Of %1 the owner was not recorded.</source>
        <translation>Nicht aufgezeichnet ist der Besitzer bei: %1.</translation>
    </message>
    <message>
        <source>Of %1 the stack was not recorded.</source>
        <translation>Nicht aufgezeichnet ist der Stack bei: %1.</translation>
    </message>
    <message>
        <source>Of %1 the name was not recorded.</source>
        <translation>Nicht aufgezeichnet ist der Name bei: %1.</translation>
    </message>
    <message>
        <source>The program was stopped for %1 of the time: %2, p95 %3, longest %4.</source>
        <translation>Das Programm stand %1 der Zeit: %2, p95 %3, längste %4.</translation>
    </message>
    <message numerus="yes">
        <source>%1 callsites</source>
        <translation>
            <numerusform>%1 Callsite</numerusform>
            <numerusform>%1 Callsites</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 parks</source>
        <translation>
            <numerusform>%1 Park</numerusform>
            <numerusform>%1 Parks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pauses</source>
        <translation>
            <numerusform>%1 Pause</numerusform>
            <numerusform>%1 Pausen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 threads</source>
        <translation>
            <numerusform>%1 Thread</numerusform>
            <numerusform>%1 Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>Of %1 no message was recorded.</source>
        <translation>Nicht aufgezeichnet ist die Meldung bei: %1.</translation>
    </message>
    <message>
        <source>Of %1 not all is listed, or nothing: that would be too many rows.</source>
        <translation>Von %1 steht hier nicht alles oder gar nichts: Das wären zu viele Zeilen.</translation>
    </message>
    <message>
        <source>Of %1 the class was not recorded.</source>
        <translation>Nicht aufgezeichnet ist die Klasse bei: %1.</translation>
    </message>
    <message>
        <source>Of %1 the thread was not recorded.</source>
        <translation>Nicht aufgezeichnet ist der Thread bei: %1.</translation>
    </message>
    <message>
        <source>Of %1, %2 together, the thread was not recorded; they are in no row.</source>
        <translation>Nicht aufgezeichnet ist der Thread bei: %1, zusammen %2; sie stehen in keiner Zeile.</translation>
    </message>
    <message>
        <source>record</source>
        <translation>Datensatz</translation>
    </message>
    <message numerus="yes">
        <source>%1 allocations</source>
        <translation>
            <numerusform>%1 Allokation</numerusform>
            <numerusform>%1 Allokationen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 exceptions</source>
        <translation>
            <numerusform>%1 Exception</numerusform>
            <numerusform>%1 Exceptions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 page faults</source>
        <translation>
            <numerusform>%1 Page Fault</numerusform>
            <numerusform>%1 Page Faults</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sample has no stack.</source>
        <translation>
            <numerusform>%1 Sample hat keinen Stack.</numerusform>
            <numerusform>%1 Sample hat keinen Stack.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 samples have no stack.</source>
        <translation>
            <numerusform>%1 Samples haben keinen Stack.</numerusform>
            <numerusform>%1 Samples haben keinen Stack.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 stack is truncated: what called the outermost recorded method lacks in its total.</source>
        <translation>
            <numerusform>%1 Stack ist abgeschnitten: Was die äußerste aufgezeichnete Methode aufrief, fehlt in seiner Summe.</numerusform>
            <numerusform>%1 Stack ist abgeschnitten: Was die äußerste aufgezeichnete Methode aufrief, fehlt in seiner Summe.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 stacks are truncated: what called the outermost recorded method lacks in its total.</source>
        <translation>
            <numerusform>%1 Stacks sind abgeschnitten: Was die äußerste aufgezeichnete Methode aufrief, fehlt in seiner Summe.</numerusform>
            <numerusform>%1 Stacks sind abgeschnitten: Was die äußerste aufgezeichnete Methode aufrief, fehlt in seiner Summe.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 submit without a GPU time is left out.</source>
        <translation>
            <numerusform>%1 Submit ohne GPU-Zeit ist ausgelassen.</numerusform>
            <numerusform>%1 Submit ohne GPU-Zeit ist ausgelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 submits without a GPU time are left out.</source>
        <translation>
            <numerusform>%1 Submits ohne GPU-Zeit sind ausgelassen.</numerusform>
            <numerusform>%1 Submits ohne GPU-Zeit sind ausgelassen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CounterScale</name>
    <message>
        <source>no number</source>
        <translation>keine Zahl</translation>
    </message>
</context>
<context>
    <name>Dropped</name>
    <message>
        <source>Not opened: “%1”</source>
        <translation>Nicht geöffnet: „%1“</translation>
    </message>
    <message>
        <source>Not opened: “%1” and %2 more</source>
        <translation>Nicht geöffnet: „%1“ und %2 weitere</translation>
    </message>
    <message>
        <source>Nothing was opened: the text is too long</source>
        <translation>Nichts geöffnet: Der Text ist zu lang</translation>
    </message>
    <message>
        <source>%1 more were not opened</source>
        <translation>%1 weitere wurden nicht geöffnet</translation>
    </message>
    <message>
        <source>There is nothing to open</source>
        <translation>Es gibt nichts zu öffnen</translation>
    </message>
    <message>
        <source>It is not on this computer: save it first, then open the file</source>
        <translation>Es liegt nicht auf diesem Rechner: erst speichern, dann die Datei öffnen</translation>
    </message>
    <message>
        <source>Files, folders, and text of up to 64 KiB with a path or a file:// URL a line can be opened</source>
        <translation>Öffnen lassen sich Dateien, Ordner und Text bis 64 KiB mit einem Pfad oder einer file://-URL je Zeile</translation>
    </message>
    <message>
        <source>At most %1 are opened at once, %2 were left</source>
        <translation>Höchstens %1 werden auf einmal geöffnet, %2 blieben übrig</translation>
    </message>
</context>
<context>
    <name>Finding</name>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>low</source>
        <translation>gering</translation>
    </message>
</context>
<context>
    <name>KeyWords</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>zoom at the cursor</source>
        <translation>am Mauszeiger zoomen</translation>
    </message>
    <message>
        <source>pan</source>
        <translation>verschieben</translation>
    </message>
    <message>
        <source>zoom in, out, fit the capture</source>
        <translation>größer, kleiner, ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>fit selection or range, again: capture</source>
        <translation>Auswahl oder Bereich einpassen, nochmals: alles</translation>
    </message>
    <message>
        <source>next, previous slice</source>
        <translation>nächster, voriger Abschnitt</translation>
    </message>
    <message>
        <source>next, previous of its name</source>
        <translation>nächster, voriger desselben Namens</translation>
    </message>
    <message>
        <source>menu of the selected slice</source>
        <translation>Menü des gewählten Abschnitts</translation>
    </message>
    <message>
        <source>longest slice of the track, again: of all</source>
        <translation>längster Abschnitt der Spur, nochmals: aller</translation>
    </message>
    <message>
        <source>first slice of the track, again: of all</source>
        <translation>erster Abschnitt der Spur, nochmals: aller</translation>
    </message>
    <message>
        <source>last slice of the track, again: of all</source>
        <translation>letzter Abschnitt der Spur, nochmals: aller</translation>
    </message>
    <message>
        <source>maximum, minimum of the counter</source>
        <translation>Maximum, Minimum des Zählers</translation>
    </message>
    <message>
        <source>slice in the neighbouring track</source>
        <translation>Abschnitt der Nachbarspur</translation>
    </message>
    <message>
        <source>range over the selection</source>
        <translation>Bereich über der Auswahl</translation>
    </message>
    <message>
        <source>begin a range, move its edge</source>
        <translation>Bereich beginnen, Rand bewegen</translation>
    </message>
    <message>
        <source>move its other edge</source>
        <translation>den anderen Rand bewegen</translation>
    </message>
    <message>
        <source>move the track up, down</source>
        <translation>Spur nach oben, unten</translation>
    </message>
    <message>
        <source>next hit of the search, else of the filter</source>
        <translation>nächster Treffer der Suche, sonst des Filters</translation>
    </message>
    <message>
        <source>previous hit</source>
        <translation>voriger Treffer</translation>
    </message>
    <message>
        <source>take back the last choice</source>
        <translation>letzte Wahl zurücknehmen</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>select a range</source>
        <translation>Bereich wählen</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Rad</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>the opposite of a chip of the search</source>
        <translation>das Gegenteil einer Marke der Suche</translation>
    </message>
    <message>
        <source>to the hits, or to the next</source>
        <translation>zu den Treffern oder zum nächsten</translation>
    </message>
    <message>
        <source>to the hit before</source>
        <translation>zum vorigen Treffer</translation>
    </message>
    <message>
        <source>to the hits</source>
        <translation>zu den Treffern</translation>
    </message>
    <message>
        <source>clear, then leave</source>
        <translation>leeren, dann verlassen</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>move the caret</source>
        <translation>Schreibmarke bewegen</translation>
    </message>
    <message>
        <source>extend the selection</source>
        <translation>Auswahl erweitern</translation>
    </message>
    <message>
        <source>a page up or down</source>
        <translation>eine Seite hinauf, hinab</translation>
    </message>
    <message>
        <source>first byte</source>
        <translation>erstes Byte</translation>
    </message>
    <message>
        <source>last byte</source>
        <translation>letztes Byte</translation>
    </message>
    <message>
        <source>copy as hex</source>
        <translation>als Hex kopieren</translation>
    </message>
    <message>
        <source>next hit</source>
        <translation>nächster Treffer</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>Flammengraph</translation>
    </message>
    <message>
        <source>walk from frame to frame</source>
        <translation>von Frame zu Frame gehen</translation>
    </message>
    <message>
        <source>zoom in</source>
        <translation>vergrößern</translation>
    </message>
    <message>
        <source>zoom out one step</source>
        <translation>einen Schritt zurück</translation>
    </message>
    <message>
        <source>show everything</source>
        <translation>alles zeigen</translation>
    </message>
    <message>
        <source>next sample of the frame</source>
        <translation>nächstes Sample des Frames</translation>
    </message>
    <message>
        <source>previous sample</source>
        <translation>voriges Sample</translation>
    </message>
    <message>
        <source>search frames</source>
        <translation>Frames suchen</translation>
    </message>
    <message>
        <source>next frame found</source>
        <translation>nächster gefundener Frame</translation>
    </message>
    <message>
        <source>previous frame found</source>
        <translation>voriger gefundener Frame</translation>
    </message>
    <message>
        <source>Memory and Queues</source>
        <translation>Speicher und Queues</translation>
    </message>
    <message>
        <source>to the slice of the next row</source>
        <translation>zum Abschnitt der nächsten Zeile</translation>
    </message>
    <message>
        <source>to the slice of the row</source>
        <translation>zum Abschnitt der Zeile</translation>
    </message>
    <message>
        <source>copy the table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>List of notes</source>
        <translation>Liste der Notizen</translation>
    </message>
    <message>
        <source>show what the note is about</source>
        <translation>zeigen, worum es in der Notiz geht</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>bearbeiten</translation>
    </message>
    <message>
        <source>keep the text</source>
        <translation>Text behalten</translation>
    </message>
    <message>
        <source>drop what was typed</source>
        <translation>Getipptes verwerfen</translation>
    </message>
    <message>
        <source>delete the chosen notes</source>
        <translation>gewählte Notizen löschen</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Struktur</translation>
    </message>
    <message>
        <source>open</source>
        <translation>öffnen</translation>
    </message>
    <message>
        <source>close, then to the parent</source>
        <translation>schließen, dann zum Elternknoten</translation>
    </message>
    <message>
        <source>open with all below</source>
        <translation>mit allem darunter öffnen</translation>
    </message>
    <message>
        <source>to the parent</source>
        <translation>zum Elternknoten</translation>
    </message>
    <message>
        <source>open or close</source>
        <translation>öffnen oder schließen</translation>
    </message>
    <message>
        <source>to what the line refers to</source>
        <translation>zu dem, worauf die Zeile verweist</translation>
    </message>
    <message>
        <source>to the nth child</source>
        <translation>zum n-ten Kind</translation>
    </message>
    <message>
        <source>walk the flow, or choose one of several</source>
        <translation>dem Fluss folgen, oder einen von mehreren wählen</translation>
    </message>
    <message>
        <source>Records and Search</source>
        <translation>Datensätze und Suche</translation>
    </message>
    <message>
        <source>to the next row, and what it is about</source>
        <translation>zur nächsten Zeile, und zu dem, wovon sie handelt</translation>
    </message>
    <message>
        <source>first, last row</source>
        <translation>erste, letzte Zeile</translation>
    </message>
    <message>
        <source>select several rows</source>
        <translation>mehrere Zeilen auswählen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>select all up to there</source>
        <translation>alle bis dorthin auswählen</translation>
    </message>
    <message>
        <source>one row more or less</source>
        <translation>eine Zeile mehr oder weniger</translation>
    </message>
    <message>
        <source>select all rows</source>
        <translation>alle Zeilen auswählen</translation>
    </message>
    <message>
        <source>copy the selected rows</source>
        <translation>ausgewählte Zeilen kopieren</translation>
    </message>
    <message>
        <source>zoom to the hit</source>
        <translation>zum Treffer zoomen</translation>
    </message>
    <message>
        <source>filter by the search</source>
        <translation>nach der Suche filtern</translation>
    </message>
    <message>
        <source>menu of the list</source>
        <translation>Menü der Liste</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>to the evidence</source>
        <translation>zum Beleg</translation>
    </message>
    <message>
        <source>previous, next piece of evidence</source>
        <translation>vorheriger, nächster Beleg</translation>
    </message>
    <message>
        <source>not a problem here</source>
        <translation>hier kein Problem</translation>
    </message>
    <message>
        <source>copy the list</source>
        <translation>die Liste kopieren</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>search the slices of the row</source>
        <translation>die Abschnitte der Zeile suchen</translation>
    </message>
    <message>
        <source>filter by them</source>
        <translation>nach ihnen filtern</translation>
    </message>
    <message>
        <source>to the longest of them</source>
        <translation>zum längsten von ihnen</translation>
    </message>
</context>
<context>
    <name>KeysModel</name>
    <message>
        <source>In</source>
        <translation>In</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>Usually</source>
        <translation>Üblich</translation>
    </message>
</context>
<context>
    <name>NoteColors</name>
    <message>
        <source>violet</source>
        <translation>violett</translation>
    </message>
    <message>
        <source>red</source>
        <translation>rot</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>orange</translation>
    </message>
    <message>
        <source>green</source>
        <translation>grün</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>blau</translation>
    </message>
    <message>
        <source>gray</source>
        <translation>grau</translation>
    </message>
</context>
<context>
    <name>OutlinePainter</name>
    <message>
        <source>… %1 more, in Details</source>
        <translation>… %1 weitere, in Details</translation>
    </message>
</context>
<context>
    <name>PictureWords</name>
    <message>
        <source>no picture</source>
        <translation>kein Bild</translation>
    </message>
    <message>
        <source>picture too large to be shown</source>
        <translation>Bild zu groß, um es zu zeigen</translation>
    </message>
    <message>
        <source>not a picture that can be shown</source>
        <translation>kein Bild, das gezeigt werden kann</translation>
    </message>
    <message>
        <source>damaged picture</source>
        <translation>beschädigtes Bild</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>Offers</source>
        <translation>Angebote</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>Anzeige</translation>
    </message>
    <message>
        <source>%1, scale %2, %3 %4 px</source>
        <translation>%1, Faktor %2, %3 %4 px</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>notes are not saved</source>
        <translation>Notizen sind nicht gespeichert</translation>
    </message>
    <message>
        <source>%1 % is read</source>
        <translation>%1 % sind gelesen</translation>
    </message>
    <message>
        <source>is being read</source>
        <translation>wird gelesen</translation>
    </message>
    <message>
        <source>could not be read to its end</source>
        <translation>konnte nicht bis zum Ende gelesen werden</translation>
    </message>
    <message>
        <source>what lies behind the damage could not be read; all before it is shown</source>
        <translation>was hinter dem Schaden liegt, war nicht zu lesen; alles davor wird gezeigt</translation>
    </message>
    <message>
        <source>the capture became shorter while it was open; Reload shows what is left</source>
        <translation>die Aufzeichnung wurde kürzer, während sie offen war; Neu laden zeigt, was übrig ist</translation>
    </message>
    <message>
        <source>%1 could not be read; everything else is shown</source>
        <translation>%1 nicht lesbar; alles andere wird gezeigt</translation>
    </message>
    <message>
        <source>%1, and more</source>
        <translation>%1, und weitere</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Älter</translation>
    </message>
    <message>
        <source>Yesterday %1</source>
        <translation>Gestern %1</translation>
    </message>
    <message>
        <source>%1
is no longer at its place</source>
        <translation>%1
ist nicht mehr an seinem Ort</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Geöffnet</translation>
    </message>
    <message>
        <source>without %1</source>
        <translation>ohne %1</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the language of the names of days and months</comment>
        <translation>de</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>date of this year</comment>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>date</comment>
        <translation>d. MMM yyyy</translation>
    </message>
</context>
<context>
    <name>traceglass::AboutDialog</name>
    <message>
        <source>About Traceglass</source>
        <translation>Über Traceglass</translation>
    </message>
    <message>
        <source>Traceglass %1</source>
        <translation>Traceglass %1</translation>
    </message>
    <message>
        <source>A viewer for trace captures: %1.</source>
        <translation>Ein Betrachter für Trace-Aufzeichnungen: %1.</translation>
    </message>
    <message>
        <source>MIT licence</source>
        <translation>MIT-Lizenz</translation>
    </message>
    <message>
        <source>&amp;Copy for a bug report</source>
        <translation>Für Fehlerbericht &amp;kopieren</translation>
    </message>
    <message>
        <source>what this runs with</source>
        <translation>womit es läuft</translation>
    </message>
</context>
<context>
    <name>traceglass::AskedTable</name>
    <message>
        <source>Reckoning …</source>
        <translation>Wird berechnet …</translation>
    </message>
</context>
<context>
    <name>traceglass::BaselineChip</name>
    <message>
        <source>Compared with %1</source>
        <translation>Verglichen mit %1</translation>
    </message>
    <message>
        <source>A, the baseline: %1
A click takes it away (Delete)</source>
        <translation>A, die Vergleichsbasis: %1
Ein Klick nimmt sie weg (Entf)</translation>
    </message>
    <message>
        <source>A: %1 ✕</source>
        <translation>A: %1 ✕</translation>
    </message>
</context>
<context>
    <name>traceglass::ByteInspector</name>
    <message>
        <source>Bytes at the caret as values</source>
        <translation>Bytes an der Schreibmarke als Werte</translation>
    </message>
    <message>
        <source>%1 little</source>
        <translation>%1 little</translation>
    </message>
    <message>
        <source>%1 big</source>
        <translation>%1 big</translation>
    </message>
    <message>
        <source>not valid here</source>
        <translation>hier nicht gültig</translation>
    </message>
    <message>
        <source>field %1</source>
        <translation>Feld %1</translation>
    </message>
    <message>
        <source>As bytes</source>
        <translation>Als Bytes</translation>
    </message>
    <message>
        <source>caret 0x%1</source>
        <translation>Marke 0x%1</translation>
    </message>
    <message>
        <source>little endian</source>
        <translation>Little Endian</translation>
    </message>
    <message>
        <source>big endian</source>
        <translation>Big Endian</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>%1 kopieren</translation>
    </message>
</context>
<context>
    <name>traceglass::BytesPane</name>
    <message>
        <source>This capture has no bytes to show.</source>
        <translation>Diese Aufzeichnung hat keine Bytes zum Anzeigen.</translation>
    </message>
    <message>
        <source>Source of the bytes</source>
        <translation>Quelle der Bytes</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Go to offset</source>
        <translation>Gehe zu Offset</translation>
    </message>
    <message>
        <source>6099, 0x17d3, +16, −0x10 or end</source>
        <translation>6099, 0x17d3, +16, −0x10 oder end</translation>
    </message>
    <message>
        <source>Find bytes or text: 32 ?? 07, &quot;ping&quot;</source>
        <translation>Bytes oder Text suchen: 32 ?? 07, &quot;ping&quot;</translation>
    </message>
    <message>
        <source>Find bytes or text</source>
        <translation>Bytes oder Text suchen</translation>
    </message>
    <message>
        <source>Hex with ? for any digit, or text (UTF-8 and UTF-16). Return or F3: next, Shift+F3: previous, Esc: stop.</source>
        <translation>Hex mit ? für eine beliebige Ziffer oder Text (UTF-8 und UTF-16). Eingabe oder F3: nächster, Umschalt+F3: voriger, Esc: anhalten.</translation>
    </message>
    <message>
        <source>Ignore case</source>
        <translation>Groß-/Kleinschreibung ignorieren</translation>
    </message>
    <message>
        <source>Text is found whatever the case of its ASCII letters</source>
        <translation>Text wird gefunden, gleich wie seine ASCII-Buchstaben geschrieben sind</translation>
    </message>
    <message>
        <source>Result of the search</source>
        <translation>Ergebnis der Suche</translation>
    </message>
    <message>
        <source>Records in these rows</source>
        <translation>Datensätze in diesen Zeilen</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <source>Copy as hex</source>
        <translation>Als Hex kopieren</translation>
    </message>
    <message>
        <source>Copies the marked bytes (Ctrl+C)</source>
        <translation>Kopiert die markierten Bytes (Strg+C)</translation>
    </message>
    <message>
        <source>Records in the shown rows</source>
        <translation>Datensätze in den gezeigten Zeilen</translation>
    </message>
    <message>
        <source>No record owns these bytes.</source>
        <translation>Diese Bytes gehören zu keinem Datensatz.</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Nichts wurde gefunden.</translation>
    </message>
    <message>
        <source>searching … %1 %</source>
        <translation>Suche läuft … %1 %</translation>
    </message>
    <message>
        <source>Copy as C array</source>
        <translation>Als C-Array kopieren</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source> · %1 bytes</source>
        <translation> · %1 Bytes</translation>
    </message>
    <message>
        <source>decoded: </source>
        <translation>dekodiert: </translation>
    </message>
    <message>
        <source>stored: </source>
        <translation>gespeichert: </translation>
    </message>
    <message>
        <source>The first %1 of %2 sources; select a node in the structure to see any other.</source>
        <translation>Die ersten %1 von %2 Quellen; andere zeigt die Auswahl eines Knotens der Struktur.</translation>
    </message>
    <message>
        <source>not an offset in this source</source>
        <translation>kein Offset in dieser Quelle</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>first %1</source>
        <translation>erste %1</translation>
    </message>
    <message>
        <source>not found in %1</source>
        <translation>nicht gefunden in %1</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>the end is at %1</source>
        <translation>das Ende ist bei %1</translation>
    </message>
</context>
<context>
    <name>traceglass::CaptureHandle</name>
    <message>
        <source>The capture as a file</source>
        <translation>Die Aufzeichnung als Datei</translation>
    </message>
    <message>
        <source>Drag it to a file manager, a terminal or another program</source>
        <translation>Auf einen Dateimanager, ein Terminal oder ein anderes Programm ziehen</translation>
    </message>
</context>
<context>
    <name>traceglass::CaptureStatusBar</name>
    <message>
        <source>Selected place</source>
        <translation>Gewählter Ort</translation>
    </message>
    <message>
        <source>Offset and length of the selected bytes</source>
        <translation>Offset und Länge der gewählten Bytes</translation>
    </message>
    <message>
        <source>Under the pointer</source>
        <translation>Unter dem Mauszeiger</translation>
    </message>
    <message>
        <source>Time under the pointer</source>
        <translation>Zeit unter dem Mauszeiger</translation>
    </message>
    <message>
        <source>Both tabs show as much time and move together; a click ends that</source>
        <translation>Beide Tabs zeigen gleich viel Zeit und bewegen sich gemeinsam; ein Klick beendet das</translation>
    </message>
    <message>
        <source>What looks wrong in what was recorded; a click lists it</source>
        <translation>Was am Aufgezeichneten auffällt; ein Klick listet es auf</translation>
    </message>
    <message>
        <source>What is wrong with this capture; a click lists it</source>
        <translation>Was an dieser Aufzeichnung falsch ist; ein Klick listet es auf</translation>
    </message>
    <message>
        <source>Memory this program occupies, with the mapped parts of files it looked at</source>
        <translation>Speicher, den dieses Programm belegt, mit den gelesenen Teilen abgebildeter Dateien</translation>
    </message>
    <message>
        <source>How much of the capture is indexed; everything indexed so far can be used</source>
        <translation>Wie viel der Aufzeichnung indiziert ist; alles bisher Indizierte ist nutzbar</translation>
    </message>
    <message>
        <source>Indexing</source>
        <translation>Indizierung</translation>
    </message>
    <message>
        <source>Stop indexing; what is indexed so far stays</source>
        <translation>Indizierung anhalten; bisher Indiziertes bleibt</translation>
    </message>
    <message>
        <source>Stop indexing</source>
        <translation>Indizierung anhalten</translation>
    </message>
    <message>
        <source>time linked with %1 ✕</source>
        <translation>Zeit gekoppelt mit %1 ✕</translation>
    </message>
    <message>
        <source>no findings</source>
        <translation>keine Befunde</translation>
    </message>
    <message>
        <source>cursor %1</source>
        <translation>Zeiger %1</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>nothing selected</source>
        <translation>nichts gewählt</translation>
    </message>
    <message>
        <source>offset %1 · %2</source>
        <translation>Offset %1 · %2</translation>
    </message>
    <message>
        <source>no problems</source>
        <translation>keine Probleme</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>Speicher %1</translation>
    </message>
    <message>
        <source>version %1</source>
        <translation>Version %1</translation>
    </message>
    <message>
        <source>indexing %1 of %2%3</source>
        <translation>indiziere %1 von %2%3</translation>
    </message>
    <message>
        <source>indexing%1</source>
        <translation>indiziere%1</translation>
    </message>
    <message>
        <source>stopped at %1</source>
        <translation>angehalten bei %1</translation>
    </message>
    <message>
        <source>indexed · %1</source>
        <translation>indiziert · %1</translation>
    </message>
    <message>
        <source>indexed %1 · %2</source>
        <translation>indiziert %1 · %2</translation>
    </message>
    <message>
        <source> · %1/s</source>
        <translation> · %1/s</translation>
    </message>
    <message>
        <source>no problems, %1</source>
        <translation>keine Probleme, %1</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
</context>
<context>
    <name>traceglass::CaptureTabBar</name>
    <message>
        <source>Captures</source>
        <translation>Aufzeichnungen</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
</context>
<context>
    <name>traceglass::CaptureToolBar</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Show the whole capture</source>
        <translation>Die ganze Aufzeichnung zeigen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>relative to start</source>
        <translation>ab dem Start</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>local time</source>
        <translation>Ortszeit</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>This capture has no time: places are written in steps</source>
        <translation>Diese Aufzeichnung hat keine Zeit: Orte stehen in Schritten</translation>
    </message>
    <message>
        <source>This capture has no time: places are written in bytes</source>
        <translation>Diese Aufzeichnung hat keine Zeit: Orte stehen in Bytes</translation>
    </message>
    <message>
        <source>The clock of this capture does not tell the time of day</source>
        <translation>Die Uhr dieser Aufzeichnung nennt keine Tageszeit</translation>
    </message>
    <message>
        <source>This capture has no time axis</source>
        <translation>Diese Aufzeichnung hat keine Zeitachse</translation>
    </message>
    <message>
        <source>whole capture</source>
        <translation>ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>%1 shown</source>
        <translation>%1 gezeigt</translation>
    </message>
    <message>
        <source>How moments are written</source>
        <translation>Wie Zeitpunkte geschrieben werden</translation>
    </message>
    <message>
        <source>Unit of moments and durations; values that were recorded, and what findings say, keep the one that suits them</source>
        <translation>Einheit von Zeitpunkten und Dauern; aufgezeichnete Werte und was Befunde sagen behalten die passende</translation>
    </message>
</context>
<context>
    <name>traceglass::ClockAlignmentDialog</name>
    <message>
        <source>Align clocks</source>
        <translation>Uhren ausrichten</translation>
    </message>
    <message>
        <source>&amp;Move</source>
        <translation>&amp;Verschiebe</translation>
    </message>
    <message>
        <source>Use the &amp;selected moment</source>
        <translation>Gewählten &amp;Zeitpunkt nehmen</translation>
    </message>
    <message>
        <source>&amp;onto</source>
        <translation>&amp;auf</translation>
    </message>
    <message>
        <source>Use the selected moment &amp;there</source>
        <translation>Gewählten Zeitpunkt &amp;dort nehmen</translation>
    </message>
    <message>
        <source>+1.5s, -250ms, +17us</source>
        <translation>+1.5s, -250ms, +17us</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Versatz</translation>
    </message>
    <message>
        <source>How long after the start of the other clock the moved one starts</source>
        <translation>Wie lange nach dem Start der anderen Uhr die verschobene beginnt</translation>
    </message>
    <message>
        <source>O&amp;ffset</source>
        <translation>Ver&amp;satz</translation>
    </message>
    <message>
        <source>How the clocks are laid</source>
        <translation>Wie die Uhren liegen</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>An&amp;wenden</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>Zu&amp;rücksetzen</translation>
    </message>
    <message>
        <source>The selected slice or line of this clock; else the moment under the pointer or the start of the selected range</source>
        <translation>Der gewählte Abschnitt oder die Zeile dieser Uhr; sonst der Zeitpunkt unter dem Mauszeiger oder der Anfang des gewählten Bereichs</translation>
    </message>
    <message>
        <source>Select something on %1 first, or drag a range.</source>
        <translation>Zuerst etwas auf %1 wählen oder einen Bereich ziehen.</translation>
    </message>
    <message>
        <source>This capture has no clock that could be moved.</source>
        <translation>Diese Aufzeichnung hat keine Uhr, die verschoben werden könnte.</translation>
    </message>
    <message>
        <source>aligned by hand</source>
        <translation>von Hand ausgerichtet</translation>
    </message>
    <message>
        <source>not aligned: where it is shown is a guess</source>
        <translation>nicht ausgerichtet: wo sie liegt, ist geraten</translation>
    </message>
    <message>
        <source>%1 is %2. It starts %3 after %4.</source>
        <translation>%1 ist %2. Sie beginnt %3 nach %4.</translation>
    </message>
    <message>
        <source>This clock was not aligned</source>
        <translation>Diese Uhr wurde nicht ausgerichtet</translation>
    </message>
    <message>
        <source>Type an offset such as +1.5s, or pick a moment of each clock.</source>
        <translation>Einen Versatz wie +1.5s eingeben oder einen Zeitpunkt jeder Uhr wählen.</translation>
    </message>
    <message>
        <source>“%1” is no offset. Write +1.5s, -250ms or +17us.</source>
        <translation>„%1“ ist kein Versatz. Zu schreiben ist +1.5s, -250ms oder +17us.</translation>
    </message>
</context>
<context>
    <name>traceglass::CommandLink</name>
    <message>
        <source>copy as command</source>
        <translation>als Befehl kopieren</translation>
    </message>
    <message>
        <source>A command that prints the same rows</source>
        <translation>Ein Befehl, der dieselben Zeilen ausgibt</translation>
    </message>
    <message>
        <source>Copy as co&amp;mmand</source>
        <translation>Als &amp;Befehl kopieren</translation>
    </message>
</context>
<context>
    <name>traceglass::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Type a few letters of a command</source>
        <translation>Einige Buchstaben eines Befehls eingeben</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>No command has these letters.</source>
        <translation>Kein Befehl hat diese Buchstaben.</translation>
    </message>
</context>
<context>
    <name>traceglass::CompareBar</name>
    <message>
        <source>stop</source>
        <translation>anhalten</translation>
    </message>
    <message>
        <source>compare with</source>
        <translation>vergleichen mit</translation>
    </message>
    <message>
        <source>Puts the same table of another part or another capture beside this one</source>
        <translation>Stellt dieselbe Tabelle eines anderen Teils oder einer anderen Aufzeichnung daneben</translation>
    </message>
    <message>
        <source>What counts are divided by</source>
        <translation>Wodurch Anzahlen geteilt werden</translation>
    </message>
    <message>
        <source>What count, total and self are divided by</source>
        <translation>Wodurch Anzahl, gesamt und selbst geteilt werden</translation>
    </message>
    <message>
        <source>Compares with nothing</source>
        <translation>Vergleicht mit nichts</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>the range before</source>
        <translation>dem Bereich davor</translation>
    </message>
    <message>
        <source>As long as the selected range, which follows it</source>
        <translation>So lang wie der gewählte Bereich, dem er folgt</translation>
    </message>
    <message>
        <source>%1 as A, %2 as B</source>
        <translation>%1 als A, %2 als B</translation>
    </message>
    <message>
        <source>One run against another one: the table is that of the later</source>
        <translation>Ein Lauf gegen einen anderen: die Tabelle ist die des späteren</translation>
    </message>
    <message>
        <source>another capture…</source>
        <translation>einer anderen Aufzeichnung…</translation>
    </message>
    <message>
        <source>another recording&apos;s folder…</source>
        <translation>dem Ordner einer anderen Aufzeichnung…</translation>
    </message>
    <message>
        <source>Compare with another capture</source>
        <translation>Mit einer anderen Aufzeichnung vergleichen</translation>
    </message>
    <message>
        <source>per %1</source>
        <translation>je %1</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>not divided</source>
        <translation>nicht geteilt</translation>
    </message>
    <message>
        <source>per second</source>
        <translation>je Sekunde</translation>
    </message>
    <message>
        <source>unlink time</source>
        <translation>Zeit entkoppeln</translation>
    </message>
    <message>
        <source>link time</source>
        <translation>Zeit koppeln</translation>
    </message>
    <message>
        <source>Both tabs move by themselves again</source>
        <translation>Beide Tabs bewegen sich wieder für sich</translation>
    </message>
    <message>
        <source>Both tabs show as much time and move together</source>
        <translation>Beide Tabs zeigen gleich viel Zeit und bewegen sich gemeinsam</translation>
    </message>
</context>
<context>
    <name>traceglass::DamageMap</name>
    <message>
        <source>with problems</source>
        <translation>mit Problemen</translation>
    </message>
    <message>
        <source>lost: nothing can be read there</source>
        <translation>verloren: dort kann nichts gelesen werden</translation>
    </message>
    <message>
        <source>not looked at yet</source>
        <translation>noch nicht angesehen</translation>
    </message>
    <message>
        <source>with a hint</source>
        <translation>mit einem Hinweis</translation>
    </message>
    <message>
        <source>no problem known</source>
        <translation>kein Problem bekannt</translation>
    </message>
    <message>
        <source>Damage map</source>
        <translation>Schadenskarte</translation>
    </message>
    <message>
        <source>, problems in %1 of %2 stretches</source>
        <translation>, Probleme in %1 von %2 Strecken</translation>
    </message>
    <message>
        <source>, %1 good, %2 with problems</source>
        <translation>, %1 gut, %2 mit Problemen</translation>
    </message>
    <message>
        <source>, %1 not looked at</source>
        <translation>, %1 nicht angesehen</translation>
    </message>
    <message>
        <source> · %1</source>
        <translation> · %1</translation>
    </message>
    <message>
        <source>, %1 good</source>
        <translation>, %1 gut</translation>
    </message>
    <message>
        <source> · outside of them %1</source>
        <translation> · außerhalb davon %1</translation>
    </message>
</context>
<context>
    <name>traceglass::DetailsPane</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Nothing is selected. Click a slice, a line of the tree or a byte.</source>
        <translation>Nichts ist gewählt. Ein Klick wählt einen Abschnitt, eine Zeile des Baums oder ein Byte.</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 Pixel</translation>
    </message>
    <message>
        <source>picture, %1 by %2 pixels</source>
        <translation>Bild, %1 mal %2 Pixel</translation>
    </message>
    <message>
        <source>Copy all details</source>
        <translation>Alle Details kopieren</translation>
    </message>
    <message>
        <source>Copied all details</source>
        <translation>Alle Details kopiert</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>Nothing can be read here any more</source>
        <translation>Hier lässt sich nichts mehr lesen</translation>
    </message>
</context>
<context>
    <name>traceglass::DetailsView</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>traceglass::DockTitle</name>
    <message>
        <source>Float or dock %1</source>
        <translation>%1 lösen oder andocken</translation>
    </message>
    <message>
        <source>Close %1 (View brings it back)</source>
        <translation>%1 schließen (Ansicht holt es zurück)</translation>
    </message>
</context>
<context>
    <name>traceglass::DropTarget</name>
    <message>
        <source>Drop captures here</source>
        <translation>Aufzeichnungen hier ablegen</translation>
    </message>
    <message>
        <source>Files and recording folders; or choose files with Enter</source>
        <translation>Dateien und Aufzeichnungsordner; oder Dateien mit Enter wählen</translation>
    </message>
    <message>
        <source>Files and recording folders, or click to choose</source>
        <translation>Dateien und Aufzeichnungsordner, oder klicken zum Wählen</translation>
    </message>
</context>
<context>
    <name>traceglass::ElidedLabel</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>traceglass::FileMap</name>
    <message>
        <source>Map of the file</source>
        <translation>Karte der Datei</translation>
    </message>
    <message>
        <source>The whole file: what is shown, what is selected, damage and search results. Click to go there.</source>
        <translation>Die ganze Datei: was gezeigt wird, was gewählt ist, Schäden und Suchergebnisse. Ein Klick geht dorthin.</translation>
    </message>
</context>
<context>
    <name>traceglass::FilterBar</name>
    <message>
        <source>sets ▾</source>
        <translation>Sets ▾</translation>
    </message>
    <message>
        <source>clear</source>
        <translation>leeren</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>What the filter leaves</source>
        <translation>Was der Filter übrig lässt</translation>
    </message>
    <message>
        <source>All filters are switched off.</source>
        <translation>Alle Filter sind ausgeschaltet.</translation>
    </message>
    <message>
        <source>A command that prints the slices that are left</source>
        <translation>Ein Befehl, der die übrigen Abschnitte ausgibt</translation>
    </message>
    <message>
        <source>%1 of %2 · %3 of %4</source>
        <translation>%1 von %2 · %3 von %4</translation>
    </message>
    <message>
        <source> · so far</source>
        <translation> · bisher</translation>
    </message>
    <message>
        <source>filtering …</source>
        <translation>wird gefiltert …</translation>
    </message>
    <message>
        <source>not filtered: the fields of the records could not be read</source>
        <translation>nicht gefiltert: die Felder der Datensätze konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>switched off: everything is shown</source>
        <translation>ausgeschaltet: alles wird gezeigt</translation>
    </message>
    <message>
        <source> · left out: %1</source>
        <translation> · weggelassen: %1</translation>
    </message>
    <message>
        <source>Part of the filter</source>
        <translation>Teil des Filters</translation>
    </message>
    <message>
        <source>Enter takes it, Esc leaves it as it was</source>
        <translation>Enter übernimmt ihn, Esc lässt ihn, wie er war</translation>
    </message>
    <message>
        <source>Shows all slices again</source>
        <translation>Zeigt wieder alle Abschnitte</translation>
    </message>
    <message>
        <source>Keeps filters, arranged tracks and columns by a name, and applies them again</source>
        <translation>Hält Filter, angeordnete Spuren und Spalten unter einem Namen fest und wendet sie wieder an</translation>
    </message>
</context>
<context>
    <name>traceglass::FilterChip</name>
    <message>
        <source>Filter %1</source>
        <translation>Filter %1</translation>
    </message>
    <message>
        <source>Filter %1, switched off</source>
        <translation>Filter %1, ausgeschaltet</translation>
    </message>
    <message>
        <source>Space switches it off and on, Enter edits it, Delete takes it away</source>
        <translation>Leertaste schaltet ihn aus und ein, Enter bearbeitet ihn, Entf nimmt ihn weg</translation>
    </message>
    <message>
        <source>Switch &amp;off</source>
        <translation>&amp;Ausschalten</translation>
    </message>
    <message>
        <source>Switch &amp;on</source>
        <translation>Ein&amp;schalten</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>&amp;Bearbeiten…</translation>
    </message>
    <message>
        <source>This or the one &amp;before</source>
        <translation>Dieser &amp;oder der davor</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Take it away (Delete)</source>
        <translation>Wegnehmen (Entf)</translation>
    </message>
    <message>
        <source>Switch it off or on (Space)</source>
        <translation>Aus- oder einschalten (Leertaste)</translation>
    </message>
    <message>
        <source>%1
A click edits it; dropped on another: one or the other</source>
        <translation>%1
Ein Klick bearbeitet ihn; auf einen anderen gezogen: einer von beiden</translation>
    </message>
</context>
<context>
    <name>traceglass::FilterSets</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>traceglass::FindingDetails</name>
    <message>
        <source>%1, %2 of what there was</source>
        <translation>%1, %2 von dem, was da war</translation>
    </message>
    <message>
        <source>severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>confidence</source>
        <translation>Gewissheit</translation>
    </message>
    <message>
        <source>%1, your own; usually %2</source>
        <translation>%1, eigene; üblich %2</translation>
    </message>
    <message>
        <source>Has the same cause</source>
        <translation>Hat dieselbe Ursache</translation>
    </message>
    <message>
        <source>What cannot be known</source>
        <translation>Was man nicht wissen kann</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>Was es bedeutet</translation>
    </message>
    <message>
        <source>How it is measured</source>
        <translation>Wie es gemessen wird</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>the capture as a whole</source>
        <translation>die Aufzeichnung als Ganzes</translation>
    </message>
</context>
<context>
    <name>traceglass::FindingLane</name>
    <message>
        <source>Findings over the whole capture</source>
        <translation>Befunde über die ganze Aufzeichnung</translation>
    </message>
</context>
<context>
    <name>traceglass::FindingsHere</name>
    <message>
        <source>Findings here</source>
        <translation>Befunde hier</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>traceglass::FindingsModel</name>
    <message>
        <source>severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>what was found</source>
        <translation>was gefunden wurde</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>when</source>
        <translation>wann</translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 für %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1; own threshold: %2</source>
        <translation>%1; eigene Schwelle: %2</translation>
    </message>
    <message>
        <source>%1
Own threshold: %2</source>
        <translation>%1
Eigene Schwelle: %2</translation>
    </message>
</context>
<context>
    <name>traceglass::FindingsPane</name>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>thresholds…</source>
        <translation>Schwellen…</translation>
    </message>
    <message>
        <source>No rule found anything.</source>
        <translation>Keine Regel fand etwas.</translation>
    </message>
    <message>
        <source>How many findings there are</source>
        <translation>Wie viele Befunde es gibt</translation>
    </message>
    <message>
        <source>How they were found</source>
        <translation>Wie sie gefunden wurden</translation>
    </message>
    <message>
        <source>Why it is listed</source>
        <translation>Warum es aufgeführt ist</translation>
    </message>
    <message>
        <source>previous</source>
        <translation>voriger</translation>
    </message>
    <message>
        <source>next evidence</source>
        <translation>nächster Beleg</translation>
    </message>
    <message>
        <source>statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>note this</source>
        <translation>notieren</translation>
    </message>
    <message>
        <source>Puts findings of this rule about this subject away, for this capture</source>
        <translation>Legt Befunde dieser Regel zu diesem Gegenstand beiseite, für diese Aufzeichnung</translation>
    </message>
    <message>
        <source>looking again …</source>
        <translation>sehe noch einmal nach …</translation>
    </message>
    <message>
        <source>%1 asked, %2</source>
        <translation>%1 befragt, %2</translation>
    </message>
    <message>
        <source>%1 rules found nothing</source>
        <translation>%1 Regeln fanden nichts</translation>
    </message>
    <message>
        <source>%1 not checked</source>
        <translation>%1 nicht geprüft</translation>
    </message>
    <message>
        <source>hide %1 muted</source>
        <translation>%1 stumme ausblenden</translation>
    </message>
    <message>
        <source>%1 muted</source>
        <translation>%1 stumm</translation>
    </message>
    <message>
        <source>%1 gone since A</source>
        <translation>%1 seit A verschwunden</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>Nichts wurde gefunden</translation>
    </message>
    <message>
        <source>%1, %2 new</source>
        <translation>%1, %2 neu</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal nachsehen</translation>
    </message>
    <message>
        <source>Looking for what is wrong was stopped.</source>
        <translation>Die Suche nach Auffälligem wurde angehalten.</translation>
    </message>
    <message>
        <source>Looking for what is wrong …</source>
        <translation>Auffälliges wird gesucht …</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>What looks wrong is looked for when everything is indexed: %1 %.</source>
        <translation>Auffälliges wird gesucht, wenn alles indiziert ist: %1 %.</translation>
    </message>
    <message>
        <source>Rules need all of the capture, and indexing ended before: nothing was checked.</source>
        <translation>Regeln brauchen die ganze Aufzeichnung, und die Indizierung endete vorher: nichts wurde geprüft.</translation>
    </message>
    <message>
        <source>a problem after all</source>
        <translation>doch ein Problem</translation>
    </message>
    <message>
        <source>not a problem here</source>
        <translation>hier kein Problem</translation>
    </message>
    <message>
        <source>Rules that found nothing</source>
        <translation>Regeln, die nichts fanden</translation>
    </message>
    <message>
        <source>What was not checked</source>
        <translation>Was nicht geprüft wurde</translation>
    </message>
    <message>
        <source>What looked wrong in A and does not here</source>
        <translation>Was in A auffiel und hier nicht</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>%1 als Tabelle</translation>
    </message>
    <message>
        <source>&amp;Go to the evidence</source>
        <translation>&amp;Gehe zum Beleg</translation>
    </message>
    <message>
        <source>Copy the &amp;sentence</source>
        <translation>&amp;Satz kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;why it is listed</source>
        <translation>Kopieren, &amp;warum es aufgeführt ist</translation>
    </message>
    <message>
        <source>why it is listed</source>
        <translation>warum es aufgeführt ist</translation>
    </message>
    <message>
        <source>The piece of evidence before</source>
        <translation>Der vorige Beleg</translation>
    </message>
    <message>
        <source>The next piece of evidence</source>
        <translation>Der nächste Beleg</translation>
    </message>
    <message>
        <source>Of what the evidence is called</source>
        <translation>Von dem, wie der Beleg heißt</translation>
    </message>
    <message>
        <source>At the evidence, with what was found in it</source>
        <translation>Am Beleg, mit dem, was darin gefunden wurde</translation>
    </message>
    <message>
        <source>All that was found is muted.</source>
        <translation>Alles, was gefunden wurde, ist stumm.</translation>
    </message>
    <message>
        <source>thresholds as usual</source>
        <translation>Schwellen wie üblich</translation>
    </message>
    <message>
        <source>Takes your own thresholds of this rule back</source>
        <translation>Nimmt eigene Schwellen dieser Regel zurück</translation>
    </message>
    <message>
        <source>own threshold: %1</source>
        <translation>eigene Schwelle: %1</translation>
    </message>
</context>
<context>
    <name>traceglass::FlamePane</name>
    <message>
        <source>Invert</source>
        <translation>Umkehren</translation>
    </message>
    <message>
        <source>The innermost frames first, below them who called them</source>
        <translation>Die innersten Frames zuerst, darunter, wer sie aufrief</translation>
    </message>
    <message>
        <source>Root below</source>
        <translation>Wurzel unten</translation>
    </message>
    <message>
        <source>Callers below what they call, like flames</source>
        <translation>Aufrufer unter dem, was sie aufrufen, wie Flammen</translation>
    </message>
    <message>
        <source>Only this track</source>
        <translation>Nur diese Spur</translation>
    </message>
    <message>
        <source>show all</source>
        <translation>alles zeigen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>previous sample</source>
        <translation>voriges Sample</translation>
    </message>
    <message>
        <source>next sample</source>
        <translation>nächstes Sample</translation>
    </message>
    <message>
        <source>zoom out</source>
        <translation>verkleinern</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Events whose stack traces are shown</source>
        <translation>Ereignisse, deren Stacktraces gezeigt werden</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>What makes a frame wide</source>
        <translation>Was einen Frame breit macht</translation>
    </message>
    <message>
        <source>Search frames  (/)</source>
        <translation>Frames suchen  (/)</translation>
    </message>
    <message>
        <source>Enter or F3 selects the next frame found, with Shift the one before</source>
        <translation>Enter oder F3 wählt den nächsten gefundenen Frame, mit Umschalt den vorigen</translation>
    </message>
    <message>
        <source>Search frames</source>
        <translation>Frames suchen</translation>
    </message>
    <message>
        <source>What the search found</source>
        <translation>Was die Suche fand</translation>
    </message>
    <message>
        <source>Restricted</source>
        <translation>Eingeschränkt</translation>
    </message>
    <message>
        <source>Clears the selected range</source>
        <translation>Hebt den gewählten Bereich auf</translation>
    </message>
    <message>
        <source>Copy stacks</source>
        <translation>Stacks kopieren</translation>
    </message>
    <message>
        <source>Copies all stacks as text, one a line with its weight: main;run;work 12</source>
        <translation>Kopiert alle Stacks als Text, einen je Zeile mit seinem Gewicht: main;run;work 12</translation>
    </message>
    <message>
        <source>Selected frame</source>
        <translation>Gewählter Frame</translation>
    </message>
    <message>
        <source>Select the one before in the timeline (Shift+N)</source>
        <translation>Das Sample davor in der Zeitleiste wählen (Umschalt+N)</translation>
    </message>
    <message>
        <source>Select the one behind in the timeline (N)</source>
        <translation>Das Sample danach in der Zeitleiste wählen (N)</translation>
    </message>
    <message>
        <source>One step back (Esc)</source>
        <translation>Einen Schritt zurück (Esc)</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>All events with stacks</source>
        <translation>Alle Ereignisse mit Stacks</translation>
    </message>
    <message>
        <source>by count</source>
        <translation>nach Anzahl</translation>
    </message>
    <message>
        <source>by duration</source>
        <translation>nach Dauer</translation>
    </message>
    <message>
        <source>by bytes</source>
        <translation>nach Bytes</translation>
    </message>
    <message>
        <source>This capture holds no stack traces, so there is nothing to add up.</source>
        <translation>Diese Aufzeichnung enthält keine Stacktraces, also ist nichts zu summieren.</translation>
    </message>
    <message>
        <source>Reading the stack traces was stopped.</source>
        <translation>Das Lesen der Stacktraces wurde angehalten.</translation>
    </message>
    <message>
        <source>The stack traces are read once the capture is indexed …</source>
        <translation>Die Stacktraces werden gelesen, sobald die Aufzeichnung indiziert ist …</translation>
    </message>
    <message>
        <source>Reading the stack traces …</source>
        <translation>Die Stacktraces werden gelesen …</translation>
    </message>
    <message>
        <source>No event in this capture has a stack trace.</source>
        <translation>Kein Ereignis dieser Aufzeichnung hat einen Stacktrace.</translation>
    </message>
    <message>
        <source>These events weigh nothing %1; choose another weight.</source>
        <translation>Diese Ereignisse wiegen %1 nichts; ein anderes Gewicht hilft.</translation>
    </message>
    <message>
        <source>No stack traces in this range.</source>
        <translation>Keine Stacktraces in diesem Bereich.</translation>
    </message>
    <message>
        <source>The filter leaves no stack traces.</source>
        <translation>Der Filter lässt keine Stacktraces übrig.</translation>
    </message>
    <message>
        <source>No stack traces of %1 in this range.</source>
        <translation>Keine Stacktraces von %1 in diesem Bereich.</translation>
    </message>
    <message>
        <source>No stack traces of %1.</source>
        <translation>Keine Stacktraces von %1.</translation>
    </message>
    <message>
        <source>read again</source>
        <translation>noch einmal lesen</translation>
    </message>
    <message>
        <source>Reading stacks %1 %</source>
        <translation>Stacks lesen %1 %</translation>
    </message>
    <message>
        <source>Adding up stacks</source>
        <translation>Stacks summieren</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Only %1 … %2</source>
        <translation>Nur %1 … %2</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>Nur %1</translation>
    </message>
    <message>
        <source>Only tracks that the filter leaves: %1</source>
        <translation>Nur Spuren, die der Filter übrig lässt: %1</translation>
    </message>
    <message>
        <source>no frame</source>
        <translation>kein Frame</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1 in %2 · click a frame to read about it, double-click to zoom in</source>
        <translation>%1 in %2 · ein Klick auf einen Frame zeigt mehr, ein Doppelklick vergrößert</translation>
    </message>
    <message>
        <source> · sample %1 of %2</source>
        <translation> · Sample %1 von %2</translation>
    </message>
    <message>
        <source> · when they happened is an estimate</source>
        <translation> · wann sie geschahen, ist geschätzt</translation>
    </message>
    <message>
        <source> · too many different stacks: some are cut short</source>
        <translation> · zu viele verschiedene Stacks: einige sind gekürzt</translation>
    </message>
    <message>
        <source>%1 too</source>
        <translation>%1 auch</translation>
    </message>
    <message>
        <source>All of %1</source>
        <translation>Alles von %1</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>All tracks</source>
        <translation>Alle Spuren</translation>
    </message>
    <message>
        <source>A command that prints these stacks, one a line with its weight</source>
        <translation>Ein Befehl, der diese Stacks ausgibt, einen je Zeile mit seinem Gewicht</translation>
    </message>
    <message>
        <source>A command names one track, a group, or all</source>
        <translation>Ein Befehl nennt eine Spur, eine Gruppe oder alle</translation>
    </message>
    <message>
        <source>Shows only what happened on %1; again: on all tracks</source>
        <translation>Zeigt nur, was auf %1 geschah; nochmals: auf allen Spuren</translation>
    </message>
    <message>
        <source>Only the track of the selected slice; the arrow: its group</source>
        <translation>Nur die Spur des gewählten Abschnitts; der Pfeil: ihre Gruppe</translation>
    </message>
    <message>
        <source>Select a slice in the timeline first.</source>
        <translation>Zuerst einen Abschnitt in der Zeitleiste wählen.</translation>
    </message>
    <message>
        <source>previous event</source>
        <translation>voriges Ereignis</translation>
    </message>
    <message>
        <source>next event</source>
        <translation>nächstes Ereignis</translation>
    </message>
    <message>
        <source> · event %1 of %2</source>
        <translation> · Ereignis %1 von %2</translation>
    </message>
</context>
<context>
    <name>traceglass::FlameView</name>
    <message>
        <source>Flame graph</source>
        <translation>Flammengraph</translation>
    </message>
    <message>
        <source>all · %1</source>
        <translation>alles · %1</translation>
    </message>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0.1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>line numbers were not recorded</source>
        <translation>Zeilennummern wurden nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>lines %1 to %2</source>
        <translation>Zeilen %1 bis %2</translation>
    </message>
    <message>
        <source>self %1</source>
        <translation>selbst %1</translation>
    </message>
    <message>
        <source>
total: %1</source>
        <translation>
gesamt: %1</translation>
    </message>
    <message>
        <source>
self: %1</source>
        <translation>
selbst: %1</translation>
    </message>
    <message>
        <source>
of what is zoomed: %1</source>
        <translation>
vom Vergrößerten: %1</translation>
    </message>
    <message>
        <source>
source: %1</source>
        <translation>
Quelle: %1</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Next sample</source>
        <translation>Nächstes Sample</translation>
    </message>
    <message>
        <source>Previous sample</source>
        <translation>Voriges Sample</translation>
    </message>
    <message>
        <source>Search for this name</source>
        <translation>Diesen Namen suchen</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
    </message>
</context>
<context>
    <name>traceglass::FlatTabBar</name>
    <message>
        <source>Lower panes</source>
        <translation>Untere Ansichten</translation>
    </message>
</context>
<context>
    <name>traceglass::GoTo</name>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Where to go</source>
        <translation>Wohin</translation>
    </message>
    <message>
        <source>What can be typed</source>
        <translation>Was eingegeben werden kann</translation>
    </message>
    <message>
        <source>A record is named by its number, counted from 1: #123.</source>
        <translation>Ein Datensatz wird mit seiner Nummer genannt, ab 1 gezählt: #123.</translation>
    </message>
    <message>
        <source>Looking for %1 %2 … Esc stops.</source>
        <translation>Suche %1 %2 … Esc hält an.</translation>
    </message>
    <message>
        <source>The capture has %1.</source>
        <translation>Die Aufzeichnung hat %1.</translation>
    </message>
    <message>
        <source>The structure has no node %1.</source>
        <translation>Die Struktur hat keinen Knoten %1.</translation>
    </message>
    <message>
        <source>This capture has no time.</source>
        <translation>Diese Aufzeichnung hat keine Zeit.</translation>
    </message>
    <message>
        <source>The clock of this capture does not tell the time of day: write the time since its start, +1.25s.</source>
        <translation>Die Uhr dieser Aufzeichnung nennt keine Tageszeit: zu schreiben ist die Zeit ab ihrem Start, +1.25s.</translation>
    </message>
    <message>
        <source>The capture goes from %1 to %2.</source>
        <translation>Die Aufzeichnung geht von %1 bis %2.</translation>
    </message>
    <message>
        <source>“%1” is no time, record, path or offset in the shown bytes.</source>
        <translation>„%1“ ist weder Zeit noch Datensatz, Pfad oder Offset in den gezeigten Bytes.</translation>
    </message>
    <message>
        <source>Go to: +1.25s, +1s..+2s, #123, 0x1f43, /path, first, last, longest</source>
        <translation>Gehe zu: +1.25s, +1s..+2s, #123, 0x1f43, /path, first, last, longest</translation>
    </message>
    <message>
        <source>Time: +1.25s or 2026-05-28T20:28:44Z; a range of time: +1s..+2s.  Record: #123.  Offset in the shown bytes: 6099, 0x17d3, +16, −16, end.  Path of the structure: /…  Slice of the chosen track: first, last, longest; value of a counter: maximum, minimum.</source>
        <translation>Zeit: +1.25s oder 2026-05-28T20:28:44Z; ein Zeitbereich: +1s..+2s.  Datensatz: #123.  Offset in den gezeigten Bytes: 6099, 0x17d3, +16, −16, end.  Pfad der Struktur: /…  Abschnitt der gewählten Spur: first, last, longest; Wert eines Zählers: maximum, minimum.</translation>
    </message>
    <message>
        <source>The range ends before it begins.</source>
        <translation>Der Bereich endet, bevor er beginnt.</translation>
    </message>
    <message>
        <source>The shown bytes end at %1: they are %2.</source>
        <translation>Die gezeigten Bytes enden bei %1: es sind %2.</translation>
    </message>
</context>
<context>
    <name>traceglass::HexView</name>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 ist leer.</translation>
    </message>
    <message>
        <source>decoding …</source>
        <translation>wird dekodiert …</translation>
    </message>
    <message>
        <source>The bytes from here on cannot be read.</source>
        <translation>Die Bytes ab hier können nicht gelesen werden.</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>%1 gewählt</translation>
    </message>
    <message>
        <source>offset 0x%1</source>
        <translation>Offset 0x%1</translation>
    </message>
    <message>
        <source>There are no bytes.</source>
        <translation>Hier sind keine Bytes.</translation>
    </message>
</context>
<context>
    <name>traceglass::HistogramView</name>
    <message>
        <source>Durations</source>
        <translation>Dauern</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 von %2 bis %3</translation>
    </message>
    <message>
        <source>%1, of A %2</source>
        <translation>%1, von A %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
</context>
<context>
    <name>traceglass::HitGroups</name>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>hits</source>
        <translation>Treffer</translation>
    </message>
</context>
<context>
    <name>traceglass::HitsModel</name>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>matched</source>
        <translation>gefunden</translation>
    </message>
</context>
<context>
    <name>traceglass::KeyChoices</name>
    <message>
        <source>%1 is already used in “%2” (%3) and would not work there any more.</source>
        <translation>%1 wird schon in „%2“ benutzt (%3) und ginge dort nicht mehr.</translation>
    </message>
    <message>
        <source>%1 opens the menu %2.</source>
        <translation>%1 öffnet das Menü %2.</translation>
    </message>
    <message>
        <source>%1 is the key of “%2” (%3).</source>
        <translation>%1 ist die Taste von „%2“ (%3).</translation>
    </message>
    <message>
        <source>%1 is the second key of “%2” (%3), which always has it.</source>
        <translation>%1 ist die zweite Taste von „%2“ (%3), die dieser Befehl immer hat.</translation>
    </message>
    <message>
        <source>%1 is the second key of “%2” already.</source>
        <translation>%1 ist schon die zweite Taste von „%2“.</translation>
    </message>
    <message>
        <source>%1 is needed in lists and fields.</source>
        <translation>%1 wird in Listen und Feldern gebraucht.</translation>
    </message>
</context>
<context>
    <name>traceglass::KeysOverlay</name>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Esc or a click outside closes this. Keys are changed in the %1; every command is also in the %2.</source>
        <translation>Esc oder ein Klick daneben schließt dies. Tasten ändert man in den %1; alle Befehle stehen auch in der %2.</translation>
    </message>
    <message>
        <source>preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>palette</source>
        <translation>Palette</translation>
    </message>
</context>
<context>
    <name>traceglass::KeysPage</name>
    <message>
        <source>&amp;None</source>
        <translation>&amp;Keine</translation>
    </message>
    <message>
        <source>The &amp;usual one</source>
        <translation>Die &amp;übliche</translation>
    </message>
    <message>
        <source>&amp;Take it from there</source>
        <translation>Von dort &amp;nehmen</translation>
    </message>
    <message>
        <source>&amp;All keys as usual</source>
        <translation>&amp;Alle Tasten wie üblich</translation>
    </message>
    <message>
        <source>&amp;Find:</source>
        <translation>&amp;Suchen:</translation>
    </message>
    <message>
        <source>a command or a key</source>
        <translation>ein Befehl oder eine Taste</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>No command has these words.</source>
        <translation>Kein Befehl enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Key of the command</source>
        <translation>Taste des Befehls</translation>
    </message>
    <message>
        <source>What is in the way</source>
        <translation>Was im Weg ist</translation>
    </message>
    <message>
        <source>The command has no key then</source>
        <translation>Der Befehl hat dann keine Taste</translation>
    </message>
    <message>
        <source>It has none to take away</source>
        <translation>Er hat keine, die man wegnehmen könnte</translation>
    </message>
    <message>
        <source>The key that it has unless you choose another</source>
        <translation>Die Taste, die er hat, wenn keine andere gewählt ist</translation>
    </message>
    <message>
        <source>It has its usual key</source>
        <translation>Er hat seine übliche Taste</translation>
    </message>
    <message>
        <source>Of all commands</source>
        <translation>Aller Befehle</translation>
    </message>
    <message>
        <source>All commands have their usual keys</source>
        <translation>Alle Befehle haben ihre üblichen Tasten</translation>
    </message>
    <message>
        <source>Ke&amp;y of “%1” – press it in the field:</source>
        <translation>&amp;Taste von „%1“ – im Feld drücken:</translation>
    </message>
    <message>
        <source>The pane answers %1 itself; it cannot be changed.</source>
        <translation>Die Ansicht beantwortet %1 selbst; das ist nicht zu ändern.</translation>
    </message>
</context>
<context>
    <name>traceglass::LabelColumn</name>
    <message>
        <source>Track names</source>
        <translation>Namen der Spuren</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>zugeklappt</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>aufgeklappt</translation>
    </message>
</context>
<context>
    <name>traceglass::LevelView</name>
    <message>
        <source>%1, mean of %2</source>
        <translation>%1, Mittel über %2</translation>
    </message>
    <message>
        <source>%1 at most, listed from %2 on</source>
        <translation>höchstens %1, aufgeführt ab %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>listed from %1</source>
        <translation>aufgeführt ab %1</translation>
    </message>
</context>
<context>
    <name>traceglass::MainWindow</name>
    <message>
        <source>Traceglass</source>
        <translation>Traceglass</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>%1 kopiert</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Struktur</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Bytes, records, problems</source>
        <translation>Bytes, Datensätze, Probleme</translation>
    </message>
    <message>
        <source>No slice of this name took longer</source>
        <translation>Kein Abschnitt dieses Namens dauerte länger</translation>
    </message>
    <message>
        <source>Shows “%1”; Back shows what was before</source>
        <translation>Zeigt „%1“; Zurück zeigt, was vorher war</translation>
    </message>
    <message>
        <source>Not all of “%1” is in this capture</source>
        <translation>Nicht alles von „%1“ ist in dieser Aufzeichnung</translation>
    </message>
    <message>
        <source>not found: %1</source>
        <translation>nicht gefunden: %1</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>rückgängig</translation>
    </message>
    <message>
        <source>Reloading failed</source>
        <translation>Neu laden schlug fehl</translation>
    </message>
    <message>
        <source>try again</source>
        <translation>noch einmal</translation>
    </message>
    <message>
        <source>%1[*] — Traceglass</source>
        <translation>%1[*] — Traceglass</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>Queues</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>Flammengraph</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Reading stopped</source>
        <translation>Lesen angehalten</translation>
    </message>
    <message>
        <source>reload</source>
        <translation>neu laden</translation>
    </message>
    <message>
        <source>The capture was changed on disk</source>
        <translation>Die Aufzeichnung wurde auf der Platte geändert</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>All &amp;keys</source>
        <translation>Alle &amp;Tasten</translation>
    </message>
    <message>
        <source>&amp;Command palette</source>
        <translation>&amp;Befehlspalette</translation>
    </message>
    <message>
        <source>&amp;Tour</source>
        <translation>&amp;Rundgang</translation>
    </message>
    <message>
        <source>Five hints on what the window can do</source>
        <translation>Fünf Hinweise, was das Fenster kann</translation>
    </message>
    <message>
        <source>&amp;About Traceglass</source>
        <translation>&amp;Über Traceglass</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open a capture file</source>
        <translation>Eine Aufzeichnungsdatei öffnen</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>&amp;Ordner öffnen…</translation>
    </message>
    <message>
        <source>Open a recording&apos;s folder</source>
        <translation>Den Ordner einer Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>&amp;Neu laden</translation>
    </message>
    <message>
        <source>Read the capture from the disk again</source>
        <translation>Die Aufzeichnung noch einmal von der Platte lesen</translation>
    </message>
    <message>
        <source>Open &amp;location</source>
        <translation>Or&amp;t öffnen</translation>
    </message>
    <message>
        <source>Show the folder the capture is in</source>
        <translation>Den Ordner zeigen, in dem die Aufzeichnung liegt</translation>
    </message>
    <message>
        <source>Save &amp;picture…</source>
        <translation>&amp;Bild speichern…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Close this tab; the last one: the capture, again: the window</source>
        <translation>Diesen Tab schließen; den letzten: die Aufzeichnung, nochmals: das Fenster</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Been&amp;den</translation>
    </message>
    <message>
        <source>Close all windows</source>
        <translation>Alle Fenster schließen</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy what the focused pane has selected</source>
        <translation>Kopieren, was in der Ansicht mit dem Fokus gewählt ist</translation>
    </message>
    <message>
        <source>Copy &amp;details</source>
        <translation>&amp;Details kopieren</translation>
    </message>
    <message>
        <source>Copy everything the Details pane says</source>
        <translation>Alles kopieren, was die Details sagen</translation>
    </message>
    <message>
        <source>The bytes selected in Bytes</source>
        <translation>Die in Bytes gewählten Bytes</translation>
    </message>
    <message>
        <source>Copy bytes as &amp;hex</source>
        <translation>Bytes als &amp;Hex kopieren</translation>
    </message>
    <message>
        <source>Copy bytes as C &amp;array</source>
        <translation>Bytes als C-&amp;Array kopieren</translation>
    </message>
    <message>
        <source>Copy bytes as &amp;text</source>
        <translation>Bytes als &amp;Text kopieren</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Find slices by name, duration, track and more; notes; nodes</source>
        <translation>Abschnitte nach Name, Dauer, Spur und mehr finden; Notizen; Knoten</translation>
    </message>
    <message>
        <source>Ne&amp;xt hit</source>
        <translation>&amp;Nächster Treffer</translation>
    </message>
    <message>
        <source>Of the search, behind the selection</source>
        <translation>Der Suche, hinter der Auswahl</translation>
    </message>
    <message>
        <source>Pre&amp;vious hit</source>
        <translation>&amp;Voriger Treffer</translation>
    </message>
    <message>
        <source>Of the search, before the selection</source>
        <translation>Der Suche, vor der Auswahl</translation>
    </message>
    <message>
        <source>&amp;Keep only what is searched for</source>
        <translation>Nur &amp;Gesuchtes behalten</translation>
    </message>
    <message>
        <source>Filters slices and tracks by the query in the search field</source>
        <translation>Filtert Abschnitte und Spuren nach der Abfrage im Suchfeld</translation>
    </message>
    <message>
        <source>Cl&amp;ear the filter</source>
        <translation>Filter &amp;leeren</translation>
    </message>
    <message>
        <source>Shows all slices again</source>
        <translation>Zeigt wieder alle Abschnitte</translation>
    </message>
    <message>
        <source>Sets of &amp;filters…</source>
        <translation>Sets von &amp;Filtern…</translation>
    </message>
    <message>
        <source>What is filtered, how tracks are arranged, which columns are put away, by name: applied, saved, renamed, removed</source>
        <translation>Was gefiltert ist, wie Spuren angeordnet sind, welche Spalten weggelegt sind, unter einem Namen: anwenden, speichern, umbenennen, entfernen</translation>
    </message>
    <message>
        <source>Save as a se&amp;t…</source>
        <translation>Als Set speichern…</translation>
    </message>
    <message>
        <source>Keeps filters, pinned, hidden and folded tracks, and columns, by a name</source>
        <translation>Hält Filter, angeheftete, ausgeblendete und zugeklappte Spuren und Spalten unter einem Namen fest</translation>
    </message>
    <message>
        <source>Copy the search as a comman&amp;d</source>
        <translation>Suche als &amp;Befehl kopieren</translation>
    </message>
    <message>
        <source>A command that prints what is found</source>
        <translation>Ein Befehl, der ausgibt, was gefunden wird</translation>
    </message>
    <message>
        <source>&amp;Filter tracks</source>
        <translation>Spuren f&amp;iltern</translation>
    </message>
    <message>
        <source>Show only tracks whose name contains some words</source>
        <translation>Nur Spuren zeigen, deren Name bestimmte Wörter enthält</translation>
    </message>
    <message>
        <source>Filter &amp;structure</source>
        <translation>Str&amp;uktur filtern</translation>
    </message>
    <message>
        <source>Find nodes by name, kind or offset</source>
        <translation>Knoten nach Name, Art oder Offset finden</translation>
    </message>
    <message>
        <source>Find &amp;bytes</source>
        <translation>B&amp;ytes suchen</translation>
    </message>
    <message>
        <source>Find bytes or text in the shown source</source>
        <translation>Bytes oder Text in der gezeigten Quelle suchen</translation>
    </message>
    <message>
        <source>Find &amp;next bytes</source>
        <translation>Nä&amp;chste Bytes suchen</translation>
    </message>
    <message>
        <source>Find &amp;previous bytes</source>
        <translation>Vorige Bytes suchen</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>Ein&amp;passen</translation>
    </message>
    <message>
        <source>Show the whole capture</source>
        <translation>Die ganze Aufzeichnung zeigen</translation>
    </message>
    <message>
        <source>Next time &amp;unit</source>
        <translation>Nächste Zeit&amp;einheit</translation>
    </message>
    <message>
        <source>auto unit, s, ms, µs, ns</source>
        <translation>automatische Einheit, s, ms, µs, ns</translation>
    </message>
    <message>
        <source>Lin&amp;k time with…</source>
        <translation>Zei&amp;t koppeln mit…</translation>
    </message>
    <message>
        <source>Another tab shows as much time as this one and moves with it</source>
        <translation>Ein anderer Tab zeigt gleich viel Zeit wie dieser und bewegt sich mit ihm</translation>
    </message>
    <message>
        <source>Unlin&amp;k time</source>
        <translation>Zeit e&amp;ntkoppeln</translation>
    </message>
    <message>
        <source>Both tabs move by themselves again</source>
        <translation>Beide Tabs bewegen sich wieder für sich</translation>
    </message>
    <message>
        <source>&amp;Stop indexing</source>
        <translation>Indizie&amp;rung anhalten</translation>
    </message>
    <message>
        <source>What is indexed so far stays</source>
        <translation>Bisher Indiziertes bleibt</translation>
    </message>
    <message>
        <source>Times &amp;relative to the start</source>
        <translation>Zeiten &amp;ab dem Start</translation>
    </message>
    <message>
        <source>Times in &amp;UTC</source>
        <translation>Zeiten in &amp;UTC</translation>
    </message>
    <message>
        <source>Times in &amp;local time</source>
        <translation>Zeiten in &amp;Ortszeit</translation>
    </message>
    <message>
        <source>&amp;Automatic unit</source>
        <translation>Automatische Ein&amp;heit</translation>
    </message>
    <message>
        <source>&amp;Seconds</source>
        <translation>&amp;Sekunden</translation>
    </message>
    <message>
        <source>&amp;Milliseconds</source>
        <translation>&amp;Millisekunden</translation>
    </message>
    <message>
        <source>Mi&amp;croseconds</source>
        <translation>Mi&amp;krosekunden</translation>
    </message>
    <message>
        <source>&amp;Nanoseconds</source>
        <translation>&amp;Nanosekunden</translation>
    </message>
    <message>
        <source>Colours of the &amp;system</source>
        <translation>Farben des &amp;Systems</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>High contrast, li&amp;ght</source>
        <translation>Hoher &amp;Kontrast, hell</translation>
    </message>
    <message>
        <source>High contrast, d&amp;ark</source>
        <translation>Hoher K&amp;ontrast, dunkel</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>Zurüc&amp;k</translation>
    </message>
    <message>
        <source>The selection and view of before</source>
        <translation>Die Auswahl und Ansicht davor</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>&amp;Vorwärts</translation>
    </message>
    <message>
        <source>The selection and view Back left</source>
        <translation>Die Auswahl und Ansicht, die Zurück verließ</translation>
    </message>
    <message>
        <source>In the track of the selection</source>
        <translation>In der Spur der Auswahl</translation>
    </message>
    <message>
        <source>&amp;Next slice</source>
        <translation>&amp;Nächster Abschnitt</translation>
    </message>
    <message>
        <source>&amp;Previous slice</source>
        <translation>V&amp;origer Abschnitt</translation>
    </message>
    <message>
        <source>Follow the flow on</source>
        <translation>Dem Fluss vorwärts folgen</translation>
    </message>
    <message>
        <source>To what the selection caused</source>
        <translation>Zu dem, was die Auswahl bewirkte</translation>
    </message>
    <message>
        <source>Follow the flow back</source>
        <translation>Dem Fluss rückwärts folgen</translation>
    </message>
    <message>
        <source>To what caused the selection</source>
        <translation>Zu dem, was die Auswahl bewirkt hat</translation>
    </message>
    <message>
        <source>&amp;Align clocks…</source>
        <translation>&amp;Uhren ausrichten…</translation>
    </message>
    <message>
        <source>Lay one clock of the capture onto another</source>
        <translation>Eine Uhr der Aufzeichnung auf eine andere legen</translation>
    </message>
    <message>
        <source>Go to nth &amp;child…</source>
        <translation>Gehe zu&amp;m n-ten Kind…</translation>
    </message>
    <message>
        <source>Of the selected line of the tree</source>
        <translation>Der gewählten Zeile des Baums</translation>
    </message>
    <message>
        <source>B&amp;ytes</source>
        <translation>B&amp;ytes</translation>
    </message>
    <message>
        <source>&amp;Records</source>
        <translation>Daten&amp;sätze</translation>
    </message>
    <message>
        <source>F&amp;lame graph</source>
        <translation>F&amp;lammengraph</translation>
    </message>
    <message>
        <source>Stack traces added up</source>
        <translation>Summierte Stacktraces</translation>
    </message>
    <message>
        <source>Copy &amp;stacks</source>
        <translation>Stacks k&amp;opieren</translation>
    </message>
    <message>
        <source>All stacks of the flame graph as text, one a line with its weight</source>
        <translation>Alle Stacks des Flammengraphen als Text, einen je Zeile mit seinem Gewicht</translation>
    </message>
    <message>
        <source>Proble&amp;ms</source>
        <translation>&amp;Probleme</translation>
    </message>
    <message>
        <source>F&amp;indings</source>
        <translation>Be&amp;funde</translation>
    </message>
    <message>
        <source>Hits of the searc&amp;h</source>
        <translation>Treffer der Su&amp;che</translation>
    </message>
    <message>
        <source>Mem&amp;ory</source>
        <translation>Speiche&amp;r</translation>
    </message>
    <message>
        <source>&amp;Queues</source>
        <translation>&amp;Queues</translation>
    </message>
    <message>
        <source>St&amp;atistics</source>
        <translation>St&amp;atistik</translation>
    </message>
    <message>
        <source>Com&amp;pare with…</source>
        <translation>Vergleichen mit…</translation>
    </message>
    <message>
        <source>In Statistics: with the range before, another run, another capture</source>
        <translation>In Statistik: mit dem Bereich davor, einem anderen Lauf, einer anderen Aufzeichnung</translation>
    </message>
    <message>
        <source>Of the current finding, then of the next one</source>
        <translation>Des aktuellen Befunds, dann des nächsten</translation>
    </message>
    <message>
        <source>Next &amp;evidence</source>
        <translation>Näc&amp;hster Beleg</translation>
    </message>
    <message>
        <source>Previous e&amp;vidence</source>
        <translation>Voriger &amp;Beleg</translation>
    </message>
    <message>
        <source>Not a prob&amp;lem here</source>
        <translation>Hier kein &amp;Problem</translation>
    </message>
    <message>
        <source>Puts the current finding away, for this capture; or brings it back</source>
        <translation>Legt den aktuellen Befund für diese Aufzeichnung beiseite; oder holt ihn zurück</translation>
    </message>
    <message>
        <source>&amp;Thresholds of findings…</source>
        <translation>Schwellen der Befunde…</translation>
    </message>
    <message>
        <source>Where rules begin to complain</source>
        <translation>Ab wann Regeln sich beschweren</translation>
    </message>
    <message>
        <source>Go &amp;to…</source>
        <translation>Gehe &amp;zu…</translation>
    </message>
    <message>
        <source>Of the chosen track; again: of all that are shown</source>
        <translation>Der gewählten Spur; nochmals: aller gezeigten</translation>
    </message>
    <message>
        <source>F&amp;irst slice</source>
        <translation>&amp;Erster Abschnitt</translation>
    </message>
    <message>
        <source>&amp;Last slice</source>
        <translation>Le&amp;tzter Abschnitt</translation>
    </message>
    <message>
        <source>L&amp;ongest slice</source>
        <translation>Län&amp;gster Abschnitt</translation>
    </message>
    <message>
        <source>Of the chosen counter</source>
        <translation>Des gewählten Zählers</translation>
    </message>
    <message>
        <source>Ma&amp;ximum</source>
        <translation>Ma&amp;ximum</translation>
    </message>
    <message>
        <source>Mi&amp;nimum</source>
        <translation>M&amp;inimum</translation>
    </message>
    <message>
        <source>Next &amp;hit of the filter</source>
        <translation>Nächster Treffer &amp;des Filters</translation>
    </message>
    <message>
        <source>The next track the filter found</source>
        <translation>Die nächste Spur, die der Filter fand</translation>
    </message>
    <message>
        <source>Previous hit of the filter</source>
        <translation>Voriger Treffer des Filters</translation>
    </message>
    <message>
        <source>The previous track the filter found</source>
        <translation>Die vorige Spur, die der Filter fand</translation>
    </message>
    <message>
        <source>&amp;Range over the selection</source>
        <translation>Bereich &amp;über der Auswahl</translation>
    </message>
    <message>
        <source>Restrict the lower panes to the time of the selection</source>
        <translation>Die unteren Ansichten auf die Zeit der Auswahl einschränken</translation>
    </message>
    <message>
        <source>&amp;Step back</source>
        <translation>Schritt &amp;zurück</translation>
    </message>
    <message>
        <source>Takes back selection, range or filter: what was made last</source>
        <translation>Nimmt Auswahl, Bereich oder Filter zurück: was zuletzt gemacht wurde</translation>
    </message>
    <message>
        <source>Among the tracks of its group</source>
        <translation>Unter den Spuren ihrer Gruppe</translation>
    </message>
    <message>
        <source>Move track u&amp;p</source>
        <translation>Spur nach &amp;oben</translation>
    </message>
    <message>
        <source>Move track do&amp;wn</source>
        <translation>Spur nach &amp;unten</translation>
    </message>
    <message>
        <source>Pi&amp;n track to the top</source>
        <translation>Spur oben an&amp;heften</translation>
    </message>
    <message>
        <source>It stays there while the others scroll</source>
        <translation>Sie bleibt dort, während die anderen scrollen</translation>
    </message>
    <message>
        <source>Recor&amp;ds of this track</source>
        <translation>Datensätze dieser Spur</translation>
    </message>
    <message>
        <source>Lists only the records that its slices begin with</source>
        <translation>Listet nur die Datensätze, mit denen ihre Abschnitte beginnen</translation>
    </message>
    <message>
        <source>Onl&amp;y this track or group</source>
        <translation>Nur &amp;diese Spur oder Gruppe</translation>
    </message>
    <message>
        <source>Hides all other tracks</source>
        <translation>Blendet alle anderen Spuren aus</translation>
    </message>
    <message>
        <source>&amp;Hide this track or group</source>
        <translation>Diese &amp;Spur oder Gruppe ausblenden</translation>
    </message>
    <message>
        <source>Open captures</source>
        <translation>Aufzeichnungen öffnen</translation>
    </message>
    <message>
        <source>All files (*);;Captures (%1)</source>
        <translation>Alle Dateien (*);;Aufzeichnungen (%1)</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Not written: %1</source>
        <translation>Nicht geschrieben: %1</translation>
    </message>
    <message>
        <source>Nothing is searched for: what shall be kept?</source>
        <translation>Nichts wird gesucht: was soll behalten werden?</translation>
    </message>
    <message>
        <source>What happened when</source>
        <translation>Was wann geschah</translation>
    </message>
    <message>
        <source>W and S zoom at the cursor, A and D pan; so do wheel and mouse. The strip above is the whole capture. Drag to select a range.</source>
        <translation>W und S zoomen am Mauszeiger, A und D verschieben; ebenso Rad und Maus. Der Streifen oben ist die ganze Aufzeichnung. Ziehen wählt einen Bereich.</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was es ist</translation>
    </message>
    <message>
        <source>Where it lies</source>
        <translation>Wo es liegt</translation>
    </message>
    <message>
        <source>Everything follows one selection: the structure of the file, the record and its bytes. It goes both ways.</source>
        <translation>Alles folgt einer Auswahl: die Struktur der Datei, der Datensatz und seine Bytes. Es geht in beide Richtungen.</translation>
    </message>
    <message>
        <source>What looks wrong</source>
        <translation>Was auffällt</translation>
    </message>
    <message>
        <source>Where to go from here</source>
        <translation>Wie es weitergeht</translation>
    </message>
    <message>
        <source>No other tab shows a capture with such a time axis</source>
        <translation>Kein anderer Tab zeigt eine Aufzeichnung mit einer solchen Zeitachse</translation>
    </message>
    <message>
        <source>The other tab shows no capture with such a time axis</source>
        <translation>Der andere Tab zeigt keine Aufzeichnung mit einer solchen Zeitachse</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open re&amp;cent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Show or hide this pane</source>
        <translation>Diese Ansicht zeigen oder ausblenden</translation>
    </message>
    <message>
        <source>Ti&amp;mes and units</source>
        <translation>Ze&amp;iten und Einheiten</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Selected slice</source>
        <translation>Ge&amp;wählter Abschnitt</translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation>&amp;Notizen</translation>
    </message>
    <message>
        <source>&amp;Colour</source>
        <translation>&amp;Farbe</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>&amp;Fenster</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>No capture was opened yet</source>
        <translation>Noch wurde keine Aufzeichnung geöffnet</translation>
    </message>
    <message>
        <source>Open a capture first.</source>
        <translation>Zuerst eine Aufzeichnung öffnen.</translation>
    </message>
    <message>
        <source>Without a time axis these panes fill the middle.</source>
        <translation>Ohne Zeitachse füllen diese Ansichten die Mitte.</translation>
    </message>
    <message>
        <source>This capture holds no stack traces.</source>
        <translation>Diese Aufzeichnung enthält keine Stacktraces.</translation>
    </message>
    <message>
        <source>This capture holds no memory trace.</source>
        <translation>Diese Aufzeichnung enthält keinen Speicher-Trace.</translation>
    </message>
    <message>
        <source>This capture holds no queue events.</source>
        <translation>Diese Aufzeichnung enthält keine Ereignisse von Queues.</translation>
    </message>
    <message>
        <source>This capture has no time axis.</source>
        <translation>Diese Aufzeichnung hat keine Zeitachse.</translation>
    </message>
    <message>
        <source>The time of this window is linked with no other.</source>
        <translation>Die Zeit dieses Fensters ist mit keiner anderen gekoppelt.</translation>
    </message>
    <message>
        <source>Select a slice first.</source>
        <translation>Zuerst einen Abschnitt wählen.</translation>
    </message>
    <message>
        <source>Everything in this capture is on one clock.</source>
        <translation>Alles in dieser Aufzeichnung folgt einer Uhr.</translation>
    </message>
    <message>
        <source>This capture has no time: places are written in steps.</source>
        <translation>Diese Aufzeichnung hat keine Zeit: Orte stehen in Schritten.</translation>
    </message>
    <message>
        <source>This capture has no time: places are written in bytes.</source>
        <translation>Diese Aufzeichnung hat keine Zeit: Orte stehen in Bytes.</translation>
    </message>
    <message>
        <source>The clock of this capture does not tell the time of day.</source>
        <translation>Die Uhr dieser Aufzeichnung nennt keine Tageszeit.</translation>
    </message>
    <message>
        <source>What looks wrong is not known yet.</source>
        <translation>Was auffällt, ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Nichts wurde gefunden.</translation>
    </message>
    <message>
        <source>Choose a finding first.</source>
        <translation>Zuerst einen Befund wählen.</translation>
    </message>
    <message>
        <source>No slices are filtered.</source>
        <translation>Kein Abschnitt ist gefiltert.</translation>
    </message>
    <message>
        <source>Everything is indexed.</source>
        <translation>Alles ist indiziert.</translation>
    </message>
    <message>
        <source>There is nothing to go back to.</source>
        <translation>Es gibt nichts, wohin man zurück könnte.</translation>
    </message>
    <message>
        <source>Back was not used.</source>
        <translation>Zurück wurde nicht benutzt.</translation>
    </message>
    <message>
        <source>Select a value of a counter first.</source>
        <translation>Zuerst einen Wert eines Zählers wählen.</translation>
    </message>
    <message>
        <source>Select a slice or a track&apos;s name first.</source>
        <translation>Zuerst einen Abschnitt oder den Namen einer Spur wählen.</translation>
    </message>
    <message>
        <source>A group cannot be pinned.</source>
        <translation>Eine Gruppe kann nicht angeheftet werden.</translation>
    </message>
    <message>
        <source>A group has no records of its own.</source>
        <translation>Eine Gruppe hat keine eigenen Datensätze.</translation>
    </message>
    <message>
        <source>This capture has no records.</source>
        <translation>Diese Aufzeichnung hat keine Datensätze.</translation>
    </message>
    <message>
        <source>Select something that lasts first.</source>
        <translation>Zuerst etwas wählen, das dauert.</translation>
    </message>
    <message>
        <source>No filter hides any track.</source>
        <translation>Kein Filter blendet eine Spur aus.</translation>
    </message>
    <message>
        <source>show</source>
        <translation>zeigen</translation>
    </message>
    <message>
        <source>New &amp;tab</source>
        <translation>Neuer &amp;Tab</translation>
    </message>
    <message>
        <source>With the start page</source>
        <translation>Mit der Startseite</translation>
    </message>
    <message>
        <source>Ne&amp;xt tab</source>
        <translation>&amp;Nächster Tab</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>&amp;Voriger Tab</translation>
    </message>
    <message>
        <source>Move tab &amp;left</source>
        <translation>Tab nach &amp;links</translation>
    </message>
    <message>
        <source>Move tab &amp;right</source>
        <translation>Tab nach &amp;rechts</translation>
    </message>
    <message>
        <source>Move tab into a &amp;new window</source>
        <translation>Tab in &amp;eigenes Fenster</translation>
    </message>
    <message>
        <source>So does dragging it out of the bar</source>
        <translation>Das geht auch, indem man ihn aus der Leiste zieht</translation>
    </message>
    <message>
        <source>Move tab to &amp;window…</source>
        <translation>Tab in &amp;Fenster…</translation>
    </message>
    <message>
        <source>Into another window of Traceglass</source>
        <translation>In ein anderes Fenster von Traceglass</translation>
    </message>
    <message>
        <source>Reopen c&amp;losed capture</source>
        <translation>Gesch&amp;lossene wieder öffnen</translation>
    </message>
    <message>
        <source>The one closed last, as it was left</source>
        <translation>Die zuletzt geschlossene Aufzeichnung, wie sie verlassen wurde</translation>
    </message>
    <message>
        <source>There is no other tab in this window.</source>
        <translation>In diesem Fenster ist kein anderer Tab.</translation>
    </message>
    <message>
        <source>There is no other window.</source>
        <translation>Es gibt kein anderes Fenster.</translation>
    </message>
    <message>
        <source>No capture was closed.</source>
        <translation>Keine Aufzeichnung wurde geschlossen.</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Tool bar, structure, timeline, details, lower pane, status bar</source>
        <translation>Werkzeugleiste, Struktur, Zeitleiste, Details, untere Ansicht, Statusleiste</translation>
    </message>
    <message>
        <source>Ne&amp;xt part of the window</source>
        <translation>Nächster Teil des Fensters</translation>
    </message>
    <message>
        <source>Pre&amp;vious part of the window</source>
        <translation>Voriger Teil des Fensters</translation>
    </message>
    <message>
        <source>Traceglass ended unexpectedly while opening: %1.</source>
        <translation>Traceglass endete unerwartet beim Öffnen: %1.</translation>
    </message>
    <message>
        <source>Not all captures are open again</source>
        <translation>Nicht alle Aufzeichnungen sind wieder offen</translation>
    </message>
    <message>
        <source>open all the same</source>
        <translation>trotzdem öffnen</translation>
    </message>
    <message>
        <source>Prefere&amp;nces…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Appearance, keys, notes, and what a start opens</source>
        <translation>Aussehen, Tasten, Notizen und was ein Start öffnet</translation>
    </message>
    <message>
        <source>Click a slice: Details say what it is, what caused it and how usual it is. [ and ] follow the flow; %1.</source>
        <translation>Ein Klick auf einen Abschnitt: Details sagen, was er ist, was ihn bewirkte und wie üblich er ist. [ und ] folgen dem Fluss; %1.</translation>
    </message>
    <message>
        <source>Back returns</source>
        <translation>Zurück führt zurück</translation>
    </message>
    <message>
        <source>Findings are listed with their evidence, one piece after the other: %1. The other tabs count, list and add up what the selected range has.</source>
        <translation>Befunde stehen mit ihren Belegen da, einer nach dem anderen: %1. Die anderen Tabs zählen, listen und summieren, was im gewählten Bereich liegt.</translation>
    </message>
    <message>
        <source>Next evidence</source>
        <translation>Nächster Beleg</translation>
    </message>
    <message>
        <source>This searches by name, duration and any field. In Help are %1 and %2.</source>
        <translation>Dies sucht nach Name, Dauer und jedem Feld. In Hilfe stehen %1 und %2.</translation>
    </message>
    <message>
        <source>all keys</source>
        <translation>alle Tasten</translation>
    </message>
    <message>
        <source>every command</source>
        <translation>alle Befehle</translation>
    </message>
    <message>
        <source>Copy pat&amp;h</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Where the capture lies, as text</source>
        <translation>Wo die Aufzeichnung liegt, als Text</translation>
    </message>
    <message>
        <source>Save this window as a PNG or SVG picture</source>
        <translation>Dieses Fenster als PNG- oder SVG-Bild speichern</translation>
    </message>
    <message>
        <source>Copy as &amp;text</source>
        <translation>Als &amp;Text kopieren</translation>
    </message>
    <message>
        <source>The whole table of the focused pane, with tabs between cells</source>
        <translation>Die ganze Tabelle der Ansicht mit dem Fokus, mit Tabulatoren zwischen den Zellen</translation>
    </message>
    <message>
        <source>Copy as &amp;CSV</source>
        <translation>Als &amp;CSV kopieren</translation>
    </message>
    <message>
        <source>The whole table of the focused pane, with exact numbers, for other programs</source>
        <translation>Die ganze Tabelle der Ansicht mit dem Fokus, mit genauen Zahlen, für andere Programme</translation>
    </message>
    <message>
        <source>Copy as &amp;picture</source>
        <translation>Als &amp;Bild kopieren</translation>
    </message>
    <message>
        <source>What the focused view shows, as pixels</source>
        <translation>Was die Ansicht mit dem Fokus zeigt, als Pixel</translation>
    </message>
    <message>
        <source>Copy as S&amp;VG</source>
        <translation>Als S&amp;VG kopieren</translation>
    </message>
    <message>
        <source>What the focused view shows, as lines and text</source>
        <translation>Was die Ansicht mit dem Fokus zeigt, als Linien und Text</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Opens the files whose paths or file:// URLs are in the clipboard</source>
        <translation>Öffnet die Dateien, deren Pfade oder file://-URLs in der Zwischenablage sind</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg)</source>
        <translation>Bilder (*.png *.svg)</translation>
    </message>
    <message>
        <source>Copy &amp;as</source>
        <translation>Kopieren als</translation>
    </message>
    <message>
        <source>What is compared with is no longer there</source>
        <translation>Das, womit verglichen wird, ist nicht mehr da</translation>
    </message>
    <message>
        <source>%1; what was read of it stays</source>
        <translation>%1; was davon gelesen wurde, bleibt</translation>
    </message>
    <message>
        <source>What is compared with was changed on disk</source>
        <translation>Das, womit verglichen wird, wurde auf der Platte geändert</translation>
    </message>
    <message>
        <source>Select a line of the tree first.</source>
        <translation>Zuerst eine Zeile des Baums wählen.</translation>
    </message>
    <message>
        <source>The capture is no longer there</source>
        <translation>Die Aufzeichnung ist nicht mehr da</translation>
    </message>
    <message>
        <source>It was deleted, moved, or replaced by something else. What was read stays here: it can be saved as a copy, unless it was a folder, and its notes can be exported.</source>
        <translation>Sie wurde gelöscht, verschoben oder durch etwas anderes ersetzt. Was gelesen wurde, bleibt hier: Es kann als Kopie gespeichert werden, wenn es kein Ordner war, und die Notizen können exportiert werden.</translation>
    </message>
    <message>
        <source>&amp;Export table…</source>
        <translation>Tabelle e&amp;xportieren…</translation>
    </message>
    <message>
        <source>The table of Statistics while that is in front, else the listed records, as CSV</source>
        <translation>Die Tabelle der Statistik, wenn sie vorn ist, sonst die aufgeführten Datensätze, als CSV</translation>
    </message>
    <message>
        <source>A time or a range, a record, an offset or a path</source>
        <translation>Zeit oder Bereich, Datensatz, Offset oder Pfad</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>Tabelle exportieren</translation>
    </message>
    <message>
        <source>Export the listed records</source>
        <translation>Die aufgeführten Datensätze exportieren</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>What was written is dropped; Undo brings it back (%1)</source>
        <translation>Das Geschriebene ist verworfen; Rückgängig holt es zurück (%1)</translation>
    </message>
    <message>
        <source>The capture has grown by %1</source>
        <translation>Die Aufzeichnung ist um %1 gewachsen</translation>
    </message>
    <message>
        <source>What was read stays as it is; reloading shows what was added.</source>
        <translation>Was gelesen wurde, bleibt, wie es ist; Neuladen zeigt, was hinzukam.</translation>
    </message>
    <message>
        <source>What is compared with has grown by %1</source>
        <translation>Womit verglichen wird, ist um %1 gewachsen</translation>
    </message>
</context>
<context>
    <name>traceglass::MemoryPane</name>
    <message>
        <source>Allocations</source>
        <translation>Allokationen</translation>
    </message>
    <message>
        <source>Biggest</source>
        <translation>Größte</translation>
    </message>
    <message>
        <source>New and gone</source>
        <translation>Neu und verschwunden</translation>
    </message>
    <message>
        <source>In both</source>
        <translation>In beiden</translation>
    </message>
    <message>
        <source>Between</source>
        <translation>Zwischen</translation>
    </message>
    <message>
        <source>At which moment</source>
        <translation>Zu welchem Zeitpunkt</translation>
    </message>
    <message>
        <source>Nothing was allocated at that moment.</source>
        <translation>Zu diesem Zeitpunkt war nichts allokiert.</translation>
    </message>
    <message>
        <source>Allocations at</source>
        <translation>Allokationen bei</translation>
    </message>
    <message>
        <source>Grouped by</source>
        <translation>Gruppiert nach</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>nach Name</translation>
    </message>
    <message>
        <source>by use</source>
        <translation>nach Verwendung</translation>
    </message>
    <message>
        <source>Of what there is a row</source>
        <translation>Wovon es eine Zeile gibt</translation>
    </message>
    <message>
        <source>No resource was there at that moment.</source>
        <translation>Zu diesem Zeitpunkt gab es keine Ressource.</translation>
    </message>
    <message>
        <source>From which moment</source>
        <translation>Ab welchem Zeitpunkt</translation>
    </message>
    <message>
        <source>To which moment</source>
        <translation>Bis zu welchem Zeitpunkt</translation>
    </message>
    <message>
        <source>Not there at the earlier of the moments, there at the later</source>
        <translation>Am früheren Zeitpunkt nicht da, am späteren da</translation>
    </message>
    <message>
        <source>There at the earlier of the moments, and no longer at the later</source>
        <translation>Am früheren Zeitpunkt da, am späteren nicht mehr</translation>
    </message>
    <message>
        <source>There at both moments</source>
        <translation>An beiden Zeitpunkten da</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>%1 · %2 requested, %3 bound</source>
        <translation>%1 · %2 angefordert, %3 gebunden</translation>
    </message>
    <message>
        <source>%1 resources, %2</source>
        <translation>%1 Ressourcen, %2</translation>
    </message>
    <message>
        <source>%1 %2 · %3</source>
        <translation>%1 %2 · %3</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>in both</source>
        <translation>in beiden</translation>
    </message>
    <message>
        <source>Nothing is new, so nothing leaked.</source>
        <translation>Nichts ist neu, also ging nichts verloren.</translation>
    </message>
    <message>
        <source>All that is new was destroyed before the capture ends.</source>
        <translation>Alles Neue wurde zerstört, bevor die Aufzeichnung endet.</translation>
    </message>
    <message>
        <source>%1 to the end, %2: leaked, if the program had ended.</source>
        <translation>%1 bis zum Ende, %2: verloren, falls das Programm geendet hätte.</translation>
    </message>
    <message>
        <source>Nothing is gone between these moments.</source>
        <translation>Zwischen diesen Zeitpunkten verschwand nichts.</translation>
    </message>
    <message>
        <source>Nothing is new between these moments.</source>
        <translation>Zwischen diesen Zeitpunkten kam nichts Neues.</translation>
    </message>
    <message>
        <source>No resource is there at both moments.</source>
        <translation>Keine Ressource ist an beiden Zeitpunkten da.</translation>
    </message>
</context>
<context>
    <name>traceglass::MessageBar</name>
    <message>
        <source>Hide this message</source>
        <translation>Diese Meldung ausblenden</translation>
    </message>
</context>
<context>
    <name>traceglass::MessagePage</name>
    <message>
        <source>Open as bytes</source>
        <translation>Als Bytes öffnen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>Andere öffnen…</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Opening %1 …</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message>
        <source>Headers and indexes are read; the window fills as soon as they are known.</source>
        <translation>Köpfe und Verzeichnisse werden gelesen; das Fenster füllt sich, sobald sie bekannt sind.</translation>
    </message>
    <message>
        <source>%1 have come so far.</source>
        <translation>%1 sind bisher angekommen.</translation>
    </message>
    <message>
        <source>Open from it…</source>
        <translation>Daraus öffnen…</translation>
    </message>
    <message>
        <source>It is no recording as a whole, but holds %1.</source>
        <translation>Als Ganzes ist der Ordner keine Aufzeichnung, enthält aber %1.</translation>
    </message>
</context>
<context>
    <name>traceglass::MomentChoice</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>begin of the capture</source>
        <translation>Anfang der Aufzeichnung</translation>
    </message>
    <message>
        <source>selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>begin of the range</source>
        <translation>Anfang des Bereichs</translation>
    </message>
    <message>
        <source>end of the range</source>
        <translation>Ende des Bereichs</translation>
    </message>
    <message>
        <source>end of the capture</source>
        <translation>Ende der Aufzeichnung</translation>
    </message>
</context>
<context>
    <name>traceglass::NodeHitsModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>in</source>
        <translation>in</translation>
    </message>
</context>
<context>
    <name>traceglass::NodeList</name>
    <message>
        <source>Nodes that match</source>
        <translation>Passende Knoten</translation>
    </message>
    <message>
        <source>All nodes that match</source>
        <translation>Alle passenden Knoten</translation>
    </message>
    <message>
        <source>What was found in the structure</source>
        <translation>Was in der Struktur gefunden wurde</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>anhalten</translation>
    </message>
    <message>
        <source>Stops; what was found so far stays</source>
        <translation>Hält an; bisher Gefundenes bleibt</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>Nothing was found before it was stopped.</source>
        <translation>Bis zum Anhalten wurde nichts gefunden.</translation>
    </message>
    <message>
        <source>Nothing in the structure matches.</source>
        <translation>Nichts in der Struktur passt.</translation>
    </message>
</context>
<context>
    <name>traceglass::NodeSearch</name>
    <message>
        <source>%1 · %2 looked at</source>
        <translation>%1 · %2 angesehen</translation>
    </message>
    <message>
        <source> · the first %1 are listed</source>
        <translation> · die ersten %1 sind aufgeführt</translation>
    </message>
    <message>
        <source> · %1 could not be read</source>
        <translation> · %1 nicht lesbar</translation>
    </message>
    <message>
        <source> · stopped</source>
        <translation> · angehalten</translation>
    </message>
</context>
<context>
    <name>traceglass::NoteCommands</name>
    <message>
        <source>&amp;Save notes</source>
        <translation>Notizen &amp;speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;als…</translation>
    </message>
    <message>
        <source>Save a copy of the capture with the notes in it</source>
        <translation>Eine Kopie der Aufzeichnung mit den Notizen darin speichern</translation>
    </message>
    <message>
        <source>Save notes &amp;beside the capture</source>
        <translation>Not&amp;izen daneben speichern</translation>
    </message>
    <message>
        <source>Save the notes in a file of their own; the capture stays as it is</source>
        <translation>Die Notizen in eine eigene Datei speichern; die Aufzeichnung bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Re&amp;vert notes</source>
        <translation>Notizen zu&amp;rücksetzen</translation>
    </message>
    <message>
        <source>Back to the notes as they are stored</source>
        <translation>Zurück zu den Notizen, wie sie gespeichert sind</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Add note</source>
        <translation>&amp;Notiz hinzufügen</translation>
    </message>
    <message>
        <source>At what is selected, else at the pointer</source>
        <translation>An der Auswahl, sonst am Mauszeiger</translation>
    </message>
    <message>
        <source>Add note over the &amp;range</source>
        <translation>Notiz über den &amp;Bereich</translation>
    </message>
    <message>
        <source>&amp;Edit note</source>
        <translation>Notiz be&amp;arbeiten</translation>
    </message>
    <message>
        <source>The chosen note</source>
        <translation>Die gewählte Notiz</translation>
    </message>
    <message>
        <source>&amp;Delete notes</source>
        <translation>Notizen &amp;löschen</translation>
    </message>
    <message>
        <source>The chosen notes</source>
        <translation>Die gewählten Notizen</translation>
    </message>
    <message>
        <source>In the order of time, those without one last</source>
        <translation>Nach der Zeit, die ohne Zeit zuletzt</translation>
    </message>
    <message>
        <source>&amp;Next note</source>
        <translation>N&amp;ächste Notiz</translation>
    </message>
    <message>
        <source>&amp;Previous note</source>
        <translation>&amp;Vorige Notiz</translation>
    </message>
    <message>
        <source>Colour of the chosen notes</source>
        <translation>Farbe der gewählten Notizen</translation>
    </message>
    <message>
        <source>&amp;Import notes…</source>
        <translation>Notizen &amp;importieren…</translation>
    </message>
    <message>
        <source>From a file of notes</source>
        <translation>Aus einer Datei mit Notizen</translation>
    </message>
    <message>
        <source>E&amp;xport notes…</source>
        <translation>Notizen &amp;exportieren…</translation>
    </message>
    <message>
        <source>As Markdown or CSV</source>
        <translation>Als Markdown oder CSV</translation>
    </message>
    <message>
        <source>&amp;Compact capture…</source>
        <translation>Aufzeichnung verdi&amp;chten…</translation>
    </message>
    <message>
        <source>Write a copy without the bytes that older notes left</source>
        <translation>Eine Kopie ohne die Bytes schreiben, die ältere Notizen hinterließen</translation>
    </message>
    <message>
        <source>&amp;List of notes</source>
        <translation>Liste der Notizen</translation>
    </message>
    <message>
        <source>Notes are being read.</source>
        <translation>Notizen werden gelesen.</translation>
    </message>
    <message>
        <source>Open a capture first.</source>
        <translation>Zuerst eine Aufzeichnung öffnen.</translation>
    </message>
    <message>
        <source>Notes are being saved.</source>
        <translation>Notizen werden gespeichert.</translation>
    </message>
    <message>
        <source>There are no notes.</source>
        <translation>Es gibt keine Notizen.</translation>
    </message>
    <message>
        <source>All notes are saved.</source>
        <translation>Alle Notizen sind gespeichert.</translation>
    </message>
    <message>
        <source>All notes are as they are stored.</source>
        <translation>Alle Notizen sind, wie sie gespeichert sind.</translation>
    </message>
    <message>
        <source>Drag over a range of the timeline first.</source>
        <translation>Zuerst über einen Bereich der Zeitleiste ziehen.</translation>
    </message>
    <message>
        <source>Choose notes of your own first.</source>
        <translation>Zuerst eigene Notizen wählen.</translation>
    </message>
    <message>
        <source>Choose one note of your own first.</source>
        <translation>Zuerst eine eigene Notiz wählen.</translation>
    </message>
    <message>
        <source>Nothing in this capture can be left out.</source>
        <translation>In dieser Aufzeichnung kann nichts weggelassen werden.</translation>
    </message>
    <message>
        <source>Nothing to undo.</source>
        <translation>Nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Nothing to redo.</source>
        <translation>Nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>Import notes</source>
        <translation>Notizen importieren</translation>
    </message>
    <message>
        <source>Notes (*.json);;All files (*)</source>
        <translation>Notizen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 was not imported</source>
        <translation>%1 wurde nicht importiert</translation>
    </message>
    <message>
        <source>%1 in the file, %2 of them new</source>
        <translation>%1 in der Datei, %2 davon neu</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Export notes</source>
        <translation>Notizen exportieren</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>The notes were not exported</source>
        <translation>Die Notizen wurden nicht exportiert</translation>
    </message>
    <message>
        <source>%1 exported to %2</source>
        <translation>%1 nach %2 exportiert</translation>
    </message>
    <message>
        <source>Write a compact copy</source>
        <translation>Eine verdichtete Kopie schreiben</translation>
    </message>
    <message>
        <source>The copy was not written</source>
        <translation>Die Kopie wurde nicht geschrieben</translation>
    </message>
    <message>
        <source>The notes are not saved</source>
        <translation>Die Notizen sind nicht gespeichert</translation>
    </message>
    <message>
        <source>Save notes</source>
        <translation>Notizen speichern</translation>
    </message>
    <message>
        <source>Save the notes into %1?</source>
        <translation>Die Notizen in %1 speichern?</translation>
    </message>
    <message>
        <source>Save the notes beside %1?</source>
        <translation>Die Notizen neben %1 speichern?</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save beside</source>
        <translation>Daneben speichern</translation>
    </message>
    <message>
        <source>Do not ask again for this capture</source>
        <translation>Für diese Aufzeichnung nicht mehr fragen</translation>
    </message>
    <message>
        <source>Save a copy with the notes</source>
        <translation>Eine Kopie mit den Notizen speichern</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>%1 is already there</source>
        <translation>%1 gibt es schon</translation>
    </message>
    <message>
        <source>Choose a new name.</source>
        <translation>Bitte einen neuen Namen wählen.</translation>
    </message>
    <message>
        <source>save as…</source>
        <translation>speichern als…</translation>
    </message>
    <message>
        <source>Revert notes</source>
        <translation>Notizen zurücksetzen</translation>
    </message>
    <message>
        <source>All changes since the notes were last saved are dropped. Undo brings them back.</source>
        <translation>Alle Änderungen seit dem letzten Speichern der Notizen werden verworfen. Rückgängig holt sie zurück.</translation>
    </message>
    <message>
        <source>Saving …</source>
        <translation>Wird gespeichert …</translation>
    </message>
    <message>
        <source>The capture stays usable meanwhile.</source>
        <translation>Die Aufzeichnung bleibt unterdessen benutzbar.</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>anhalten</translation>
    </message>
    <message>
        <source>The copy is saved</source>
        <translation>Die Kopie ist gespeichert</translation>
    </message>
    <message>
        <source>open it</source>
        <translation>öffnen</translation>
    </message>
    <message>
        <source>%1 saved beside %2</source>
        <translation>%1 neben %2 gespeichert</translation>
    </message>
    <message>
        <source>%1 saved into %2</source>
        <translation>%1 in %2 gespeichert</translation>
    </message>
    <message>
        <source>Saving was stopped; nothing was changed</source>
        <translation>Das Speichern wurde angehalten; nichts wurde geändert</translation>
    </message>
    <message>
        <source>The capture was changed on disk meanwhile; nothing was overwritten.</source>
        <translation>Die Aufzeichnung wurde unterdessen auf der Platte geändert; nichts wurde überschrieben.</translation>
    </message>
    <message>
        <source>reload and keep my notes</source>
        <translation>neu laden und meine Notizen behalten</translation>
    </message>
    <message>
        <source>export them…</source>
        <translation>exportieren…</translation>
    </message>
    <message>
        <source>try again</source>
        <translation>noch einmal</translation>
    </message>
    <message>
        <source>save beside</source>
        <translation>daneben speichern</translation>
    </message>
    <message>
        <source>Unsaved notes</source>
        <translation>Ungespeicherte Notizen</translation>
    </message>
    <message>
        <source>The notes of %1 are not saved.</source>
        <translation>Die Notizen von %1 sind nicht gespeichert.</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>You deleted it, somebody else made it %1.</source>
        <translation>Hier wurde sie gelöscht, jemand anders machte daraus %1.</translation>
    </message>
    <message>
        <source>delete it</source>
        <translation>löschen</translation>
    </message>
    <message>
        <source>keep it</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>You made it %1, somebody else deleted it.</source>
        <translation>Hier wurde daraus %1, jemand anders löschte sie.</translation>
    </message>
    <message>
        <source>%1 here, %2 in the capture.</source>
        <translation>%1 hier, %2 in der Aufzeichnung.</translation>
    </message>
    <message>
        <source>keep mine</source>
        <translation>meine behalten</translation>
    </message>
    <message>
        <source>keep the other</source>
        <translation>die andere behalten</translation>
    </message>
    <message>
        <source>keep both</source>
        <translation>beide behalten</translation>
    </message>
    <message>
        <source>A note was changed by both sides</source>
        <translation>Eine Notiz wurde von beiden Seiten geändert</translation>
    </message>
    <message>
        <source>A note was changed by both sides, and %1 more</source>
        <translation>Eine Notiz wurde von beiden Seiten geändert, und %1 weitere</translation>
    </message>
    <message>
        <source>Unsaved notes are back</source>
        <translation>Ungespeicherte Notizen sind wieder da</translation>
    </message>
    <message>
        <source>The last session with this capture ended unexpectedly.</source>
        <translation>Die letzte Sitzung mit dieser Aufzeichnung endete unerwartet.</translation>
    </message>
    <message>
        <source>save</source>
        <translation>speichern</translation>
    </message>
    <message>
        <source>discard</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>Some notes cannot be shown</source>
        <translation>Einige Notizen können nicht gezeigt werden</translation>
    </message>
    <message>
        <source>The notes lie beside the capture</source>
        <translation>Die Notizen liegen neben der Aufzeichnung</translation>
    </message>
    <message>
        <source>They can be moved into it, so that they travel with it.</source>
        <translation>Sie können in die Aufzeichnung verlegt werden, damit sie mit ihr reisen.</translation>
    </message>
    <message>
        <source>move notes into the capture</source>
        <translation>Notizen in die Aufzeichnung verlegen</translation>
    </message>
    <message>
        <source>Into the capture, or beside it: see Preferences</source>
        <translation>In die Aufzeichnung oder daneben: siehe Einstellungen</translation>
    </message>
    <message>
        <source>Redone: %1</source>
        <translation>Wiederholt: %1</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig gemacht: %1</translation>
    </message>
    <message>
        <source>The capture is shown as it was before.</source>
        <translation>Die Aufzeichnung wird gezeigt, wie sie vorher war.</translation>
    </message>
    <message>
        <source>reload</source>
        <translation>neu laden</translation>
    </message>
    <message>
        <source>%1; the capture is shown as it was before</source>
        <translation>%1; die Aufzeichnung wird gezeigt, wie sie vorher war</translation>
    </message>
</context>
<context>
    <name>traceglass::NoteEditor</name>
    <message>
        <source>Show what the note is about</source>
        <translation>Zeigen, worum es in der Notiz geht</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <source>What is there to say?  Ctrl+Enter keeps it, Escape drops it.</source>
        <translation>Was gibt es zu sagen?  Strg+Enter behält es, Esc verwirft es.</translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>Farbe %1</translation>
    </message>
    <message>
        <source>changed %1</source>
        <translation>geändert %1</translation>
    </message>
    <message>
        <source>of another tool, never altered</source>
        <translation>eines anderen Werkzeugs, nie verändert</translation>
    </message>
</context>
<context>
    <name>traceglass::NoteLane</name>
    <message>
        <source>Notes on the timeline</source>
        <translation>Notizen auf der Zeitleiste</translation>
    </message>
</context>
<context>
    <name>traceglass::NotesModel</name>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Verfasser</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>of another tool</source>
        <translation>eines anderen Werkzeugs</translation>
    </message>
    <message>
        <source>%1 note: %2</source>
        <translation>Notiz %1: %2</translation>
    </message>
</context>
<context>
    <name>traceglass::NotesPane</name>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Filter notes</source>
        <translation>Notizen filtern</translation>
    </message>
    <message>
        <source>How many notes are listed</source>
        <translation>Wie viele Notizen aufgeführt sind</translation>
    </message>
    <message>
        <source>No note holds these words.</source>
        <translation>Keine Notiz enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Notes are being read …</source>
        <translation>Notizen werden gelesen …</translation>
    </message>
    <message>
        <source>No notes yet. %1 adds one at what is selected; press M anywhere, or Shift+M over a range.</source>
        <translation>Noch keine Notizen. %1 fügt eine an der Auswahl hinzu; die Taste M tut es überall, Umschalt+M über einen Bereich.</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Choose a note to read and edit it.</source>
        <translation>Eine Notiz wählen, um sie zu lesen und zu bearbeiten.</translation>
    </message>
    <message>
        <source>%1 are chosen. Delete removes them; Colour in the Notes menu paints them.</source>
        <translation>%1 sind gewählt. Entf löscht sie; Farbe im Menü Notizen färbt sie.</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>traceglass::OverviewStrip</name>
    <message>
        <source>Overview of the whole capture</source>
        <translation>Übersicht der ganzen Aufzeichnung</translation>
    </message>
    <message>
        <source>Left and Right move the visible window, + and − zoom, Home and End go to the ends</source>
        <translation>Links und Rechts bewegen das sichtbare Fenster, + und − zoomen, Pos1 und Ende gehen an die Enden</translation>
    </message>
    <message>
        <source>The whole capture. Drag the window to move, its grips to zoom; double-click shows everything</source>
        <translation>Die ganze Aufzeichnung. Das Fenster ziehen verschiebt, seine Griffe zoomen; Doppelklick zeigt alles</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
</context>
<context>
    <name>traceglass::PreferencesDialog</name>
    <message>
        <source>&amp;Into the capture; beside it where that is not possible</source>
        <translation>&amp;In die Aufzeichnung; daneben, wo das nicht geht</translation>
    </message>
    <message>
        <source>&amp;Beside the capture, which stays as it is</source>
        <translation>&amp;Neben die Aufzeichnung, die bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Open the captures of the &amp;last session again</source>
        <translation>Aufzeichnungen der &amp;letzten Sitzung wieder öffnen</translation>
    </message>
    <message>
        <source>One &amp;process shows all captures</source>
        <translation>Ein &amp;Prozess zeigt alle Aufzeichnungen</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Appea&amp;rance</source>
        <translation>&amp;Aussehen</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>N&amp;otes</source>
        <translation>N&amp;otizen</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Start</translation>
    </message>
    <message>
        <source>Colours of the system</source>
        <translation>Farben des Systems</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation>Hoher Kontrast, hell</translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation>Hoher Kontrast, dunkel</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Of the size that the desktop has</source>
        <translation>Der Größe, die der Desktop hat</translation>
    </message>
    <message>
        <source>From the start of the capture</source>
        <translation>Ab dem Start der Aufzeichnung</translation>
    </message>
    <message>
        <source>Time of day, UTC</source>
        <translation>Tageszeit, UTC</translation>
    </message>
    <message>
        <source>Time of day, local</source>
        <translation>Tageszeit, Ortszeit</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Milliseconds</source>
        <translation>Millisekunden</translation>
    </message>
    <message>
        <source>Microseconds</source>
        <translation>Mikrosekunden</translation>
    </message>
    <message>
        <source>Nanoseconds</source>
        <translation>Nanosekunden</translation>
    </message>
    <message>
        <source>What was there last</source>
        <translation>Was zuletzt da war</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>Flammengraph</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>Queues</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>&amp;Farben:</translation>
    </message>
    <message>
        <source>&amp;Font size:</source>
        <translation>Schrift&amp;größe:</translation>
    </message>
    <message>
        <source>T&amp;imes:</source>
        <translation>Ze&amp;iten:</translation>
    </message>
    <message>
        <source>&amp;Unit of times:</source>
        <translation>&amp;Einheit der Zeiten:</translation>
    </message>
    <message>
        <source>&amp;Below the timeline:</source>
        <translation>&amp;Unter der Zeitleiste:</translation>
    </message>
    <message>
        <source>What stands below the timeline of a capture that is opened for the first time. One that was open before comes as it was left.</source>
        <translation>Was unter der Zeitleiste einer Aufzeichnung steht, die zum ersten Mal geöffnet wird. Eine, die schon offen war, kommt, wie sie verlassen wurde.</translation>
    </message>
    <message>
        <source>&amp;Author of new notes:</source>
        <translation>&amp;Verfasser neuer Notizen:</translation>
    </message>
    <message>
        <source>Left empty, it is the name that the system has.</source>
        <translation>Leer ist es der Name, den das System hat.</translation>
    </message>
    <message>
        <source>Notes are saved</source>
        <translation>Notizen werden gespeichert</translation>
    </message>
    <message>
        <source>Beside a capture notes have a file of its name, with .traceglass.json behind it. Notes that are in a capture by now stay there; what is changed about them is beside it.</source>
        <translation>Neben einer Aufzeichnung haben Notizen eine Datei ihres Namens mit .traceglass.json dahinter. Notizen, die schon in einer Aufzeichnung sind, bleiben dort; was an ihnen geändert wird, steht daneben.</translation>
    </message>
    <message>
        <source>When Traceglass is started without a file. What is no longer there is left out, and so is a capture with which it ended unexpectedly twice.</source>
        <translation>Wenn Traceglass ohne Datei gestartet wird. Was nicht mehr da ist, bleibt weg, ebenso eine Aufzeichnung, mit der es zweimal unerwartet endete.</translation>
    </message>
    <message>
        <source>A later start hands its files over to the one that runs, as tabs of its window. Holds from the next start on.</source>
        <translation>Ein späterer Start übergibt seine Dateien dem laufenden, als Tabs seines Fensters. Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>S&amp;prache:</translation>
    </message>
    <message>
        <source>Language of the system</source>
        <translation>Sprache des Systems</translation>
    </message>
    <message>
        <source>The language holds from the next start on.</source>
        <translation>Die Sprache gilt ab dem nächsten Start.</translation>
    </message>
</context>
<context>
    <name>traceglass::ProblemsModel</name>
    <message>
        <source>reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>advice</source>
        <translation>Rat</translation>
    </message>
    <message>
        <source>%1 more of these</source>
        <translation>%1 weitere davon</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>, from %1 to %2</source>
        <translation>, von %1 bis %2</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>… and %1 more that are listed</source>
        <translation>… und %1 weitere, die aufgeführt sind</translation>
    </message>
</context>
<context>
    <name>traceglass::ProblemsPane</name>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Progress of the check</source>
        <translation>Fortschritt der Prüfung</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Checking everything …</source>
        <translation>Alles wird geprüft …</translation>
    </message>
    <message>
        <source>The selected problem</source>
        <translation>Das gewählte Problem</translation>
    </message>
    <message>
        <source>Check everything</source>
        <translation>Alles prüfen</translation>
    </message>
    <message>
        <source>Reads every byte the format can check</source>
        <translation>Liest jedes Byte, das das Format prüfen kann</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Bytes at the problem</source>
        <translation>Bytes am Problem</translation>
    </message>
    <message>
        <source>Select a problem to see its bytes.</source>
        <translation>Ein Problem wählen, um seine Bytes zu sehen.</translation>
    </message>
    <message>
        <source>open in Bytes</source>
        <translation>in Bytes öffnen</translation>
    </message>
    <message>
        <source>No problems found so far.</source>
        <translation>Bisher keine Probleme gefunden.</translation>
    </message>
    <message>
        <source>No problems found. %1 reads every byte the format can check.</source>
        <translation>Keine Probleme gefunden. %1 liest jedes Byte, das das Format prüfen kann.</translation>
    </message>
    <message>
        <source>This problem has no bytes of its own.</source>
        <translation>Dieses Problem hat keine eigenen Bytes.</translation>
    </message>
    <message>
        <source>No problems found. Everything the format can check was read.</source>
        <translation>Keine Probleme gefunden. Alles, was das Format prüfen kann, wurde gelesen.</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Noch einmal prüfen</translation>
    </message>
    <message>
        <source>Everything is checked</source>
        <translation>Alles ist geprüft</translation>
    </message>
</context>
<context>
    <name>traceglass::QueuesPane</name>
    <message>
        <source>Events of a frame</source>
        <translation>Ereignisse eines Frames</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Frames</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>Queues</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>No events of queues lie there.</source>
        <translation>Dort liegen keine Ereignisse von Queues.</translation>
    </message>
    <message>
        <source>No submit ran in the selected range.</source>
        <translation>Im gewählten Bereich lief kein Submit.</translation>
    </message>
    <message>
        <source>No submit has a GPU time.</source>
        <translation>Kein Submit hat eine GPU-Zeit.</translation>
    </message>
    <message>
        <source>No queue is known.</source>
        <translation>Keine Queue ist bekannt.</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Zusammen</translation>
    </message>
    <message>
        <source>%1, median %2</source>
        <translation>%1, Median %2</translation>
    </message>
    <message>
        <source>Events of frame %1</source>
        <translation>Ereignisse des Frames %1</translation>
    </message>
    <message>
        <source>in order of the calls: %1</source>
        <translation>in der Reihenfolge der Aufrufe: %1</translation>
    </message>
    <message>
        <source>selected range, %1</source>
        <translation>gewählter Bereich, %1</translation>
    </message>
    <message>
        <source>whole capture, %1</source>
        <translation>ganze Aufzeichnung, %1</translation>
    </message>
</context>
<context>
    <name>traceglass::RecentView</name>
    <message>
        <source>Recent captures</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>In neuem Fenster öffnen</translation>
    </message>
    <message>
        <source>Open location</source>
        <translation>Ort öffnen</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Remove from list</source>
        <translation>Aus der Liste nehmen</translation>
    </message>
</context>
<context>
    <name>traceglass::RecordCells</name>
    <message>
        <source>offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>by</source>
        <translation>von</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>after previous</source>
        <translation>nach vorigem</translation>
    </message>
    <message>
        <source>fields</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
</context>
<context>
    <name>traceglass::RecordListModel</name>
    <message>
        <source>after previous in file</source>
        <translation>nach vorigem in Datei</translation>
    </message>
    <message>
        <source>How long after the record before it in the order of the capture it began</source>
        <translation>Wie lange nach dem Datensatz davor in der Reihenfolge der Aufzeichnung er begann</translation>
    </message>
    <message>
        <source>How long after the row above it began</source>
        <translation>Wie lange nach der Zeile darüber er begann</translation>
    </message>
</context>
<context>
    <name>traceglass::RecordsPane</name>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>All records</source>
        <translation>Alle Datensätze</translation>
    </message>
    <message>
        <source>Find in any text, or status &gt;= 500</source>
        <translation>In jedem Text suchen, oder status &gt;= 500</translation>
    </message>
    <message>
        <source>Find in any text</source>
        <translation>In jedem Text suchen</translation>
    </message>
    <message>
        <source>Filter the records</source>
        <translation>Datensätze filtern</translation>
    </message>
    <message>
        <source>Words that stand in any text of a record, /expressions/, and conditions on the slice that begins with it: duration &gt;= 10 ms, track : connection, status &gt;= 500. All of them hold, but for or, not, ( ).</source>
        <translation>Wörter, die in irgendeinem Text eines Datensatzes stehen, /Ausdrücke/ und Bedingungen an den Abschnitt, der mit ihm beginnt: duration &gt;= 10 ms, track : connection, status &gt;= 500. Alle müssen gelten, bis auf or, not, ( ).</translation>
    </message>
    <message>
        <source>Type of the records</source>
        <translation>Typ der Datensätze</translation>
    </message>
    <message>
        <source>Records of one type, with a column for each of their fields</source>
        <translation>Datensätze eines Typs, mit einer Spalte für jedes ihrer Felder</translation>
    </message>
    <message>
        <source>Which records are listed</source>
        <translation>Welche Datensätze aufgeführt sind</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>anhalten</translation>
    </message>
    <message>
        <source>Stops; what was found so far stays</source>
        <translation>Hält an; bisher Gefundenes bleibt</translation>
    </message>
    <message>
        <source>whole capture</source>
        <translation>ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>Reading the records …</source>
        <translation>Datensätze werden gelesen …</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Only %1 records can be sorted. Filter them, or select a range of time, so that there are no more.</source>
        <translation>Nur %1 Datensätze können sortiert werden. Ein Filter oder ein Zeitbereich lässt weniger übrig.</translation>
    </message>
    <message>
        <source>What is wrong with the query</source>
        <translation>Was an der Abfrage falsch ist</translation>
    </message>
    <message>
        <source>This capture has no slices: only words and /expressions/ are found</source>
        <translation>Diese Aufzeichnung hat keine Abschnitte: nur Wörter und /Ausdrücke/ werden gefunden</translation>
    </message>
    <message>
        <source>Restricted to the selected range</source>
        <translation>Auf den gewählten Bereich eingeschränkt</translation>
    </message>
    <message>
        <source>Of slices that fit the filter: %1</source>
        <translation>Von Abschnitten, die zum Filter passen: %1</translation>
    </message>
    <message>
        <source>Of slices on one track</source>
        <translation>Von Abschnitten einer Spur</translation>
    </message>
    <message>
        <source>Clears the selected range</source>
        <translation>Hebt den gewählten Bereich auf</translation>
    </message>
    <message>
        <source> · %1 %2 %</source>
        <translation> · %1 %2 %</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source> · only %1</source>
        <translation> · nur %1</translation>
    </message>
    <message>
        <source> %1</source>
        <translation> %1</translation>
    </message>
    <message>
        <source>so far,</source>
        <translation>bisher,</translation>
    </message>
    <message>
        <source> · searching …</source>
        <translation> · Suche läuft …</translation>
    </message>
    <message>
        <source>sorting,</source>
        <translation>wird sortiert,</translation>
    </message>
    <message>
        <source>searching,</source>
        <translation>wird gesucht,</translation>
    </message>
    <message>
        <source> · stopped</source>
        <translation> · angehalten</translation>
    </message>
    <message>
        <source>exporting,</source>
        <translation>wird exportiert,</translation>
    </message>
    <message>
        <source> · so far</source>
        <translation> · bisher</translation>
    </message>
    <message>
        <source> · in %1 … %2</source>
        <translation> · in %1 … %2</translation>
    </message>
    <message>
        <source>show all</source>
        <translation>alles zeigen</translation>
    </message>
    <message>
        <source>only what fits</source>
        <translation>nur was passt</translation>
    </message>
    <message>
        <source>Lists all records; the filter stays as it is</source>
        <translation>Listet alle Datensätze; der Filter bleibt, wie er ist</translation>
    </message>
    <message>
        <source>Lists only records of slices that fit the filter</source>
        <translation>Listet nur Datensätze von Abschnitten, die zum Filter passen</translation>
    </message>
    <message>
        <source>on %1 ✕</source>
        <translation>auf %1 ✕</translation>
    </message>
    <message>
        <source>+ track</source>
        <translation>+ Spur</translation>
    </message>
    <message>
        <source>Only records of slices on %1; again: on all tracks</source>
        <translation>Nur Datensätze von Abschnitten auf %1; nochmals: auf allen Spuren</translation>
    </message>
    <message>
        <source>Only records of slices on the track of the selected slice</source>
        <translation>Nur Datensätze von Abschnitten auf der Spur des gewählten Abschnitts</translation>
    </message>
    <message>
        <source>Select a slice in the timeline first</source>
        <translation>Zuerst einen Abschnitt in der Zeitleiste wählen</translation>
    </message>
    <message>
        <source>of slices that fit a filter</source>
        <translation>von Abschnitten, die zu einem Filter passen</translation>
    </message>
    <message>
        <source>of slices that fit %1 filters</source>
        <translation>von Abschnitten, die zu %1 Filtern passen</translation>
    </message>
    <message>
        <source>of slices on %1</source>
        <translation>von Abschnitten auf %1</translation>
    </message>
    <message>
        <source> on %1</source>
        <translation> auf %1</translation>
    </message>
    <message>
        <source>No listed record fits &quot;%1&quot;.</source>
        <translation>Kein aufgeführter Datensatz passt zu „%1“.</translation>
    </message>
    <message>
        <source>No slice that fits the filter begins with a listed record. Shift+Esc clears it.</source>
        <translation>Kein Abschnitt, der zum Filter passt, beginnt mit einem aufgeführten Datensatz. Umschalt+Esc leert ihn.</translation>
    </message>
    <message>
        <source>No slice on %1 begins with a listed record.</source>
        <translation>Kein Abschnitt auf %1 beginnt mit einem aufgeführten Datensatz.</translation>
    </message>
    <message>
        <source>No record lies in the selected range.</source>
        <translation>Kein Datensatz liegt im gewählten Bereich.</translation>
    </message>
    <message>
        <source>This capture holds no records.</source>
        <translation>Diese Aufzeichnung enthält keine Datensätze.</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Export the listed records</source>
        <translation>Die aufgeführten Datensätze exportieren</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Only what the filter leaves</source>
        <translation>Nur was der Filter übrig lässt</translation>
    </message>
    <message>
        <source>Only the track of the selected slice</source>
        <translation>Nur die Spur des gewählten Abschnitts</translation>
    </message>
    <message>
        <source>The last column stays.</source>
        <translation>Die letzte Spalte bleibt.</translation>
    </message>
    <message>
        <source>Export records</source>
        <translation>Datensätze exportieren</translation>
    </message>
    <message>
        <source>%1 exported to %2</source>
        <translation>%1 nach %2 exportiert</translation>
    </message>
</context>
<context>
    <name>traceglass::RowView</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Sort by</source>
        <translation>&amp;Sortieren nach</translation>
    </message>
</context>
<context>
    <name>traceglass::ScopeChips</name>
    <message>
        <source>What the search is kept to</source>
        <translation>Worauf die Suche eingeschränkt ist</translation>
    </message>
    <message>
        <source>+ range</source>
        <translation>+ Bereich</translation>
    </message>
    <message>
        <source>+ track</source>
        <translation>+ Spur</translation>
    </message>
    <message>
        <source>+ group</source>
        <translation>+ Gruppe</translation>
    </message>
    <message>
        <source>+ kind</source>
        <translation>+ Art</translation>
    </message>
    <message>
        <source>+ clock</source>
        <translation>+ Uhr</translation>
    </message>
    <message>
        <source>in the range ✕</source>
        <translation>im Bereich ✕</translation>
    </message>
    <message>
        <source>on %1 ✕</source>
        <translation>auf %1 ✕</translation>
    </message>
    <message>
        <source>in %1 ✕</source>
        <translation>in %1 ✕</translation>
    </message>
    <message>
        <source>of kind %1 ✕</source>
        <translation>der Art %1 ✕</translation>
    </message>
    <message>
        <source>by clock %1 ✕</source>
        <translation>nach Uhr %1 ✕</translation>
    </message>
    <message>
        <source>Not in the selected range</source>
        <translation>Nicht im gewählten Bereich</translation>
    </message>
    <message>
        <source>Only in the selected range</source>
        <translation>Nur im gewählten Bereich</translation>
    </message>
    <message>
        <source>Not on %1</source>
        <translation>Nicht auf %1</translation>
    </message>
    <message>
        <source>Only on %1</source>
        <translation>Nur auf %1</translation>
    </message>
    <message>
        <source>Not in the group %1</source>
        <translation>Nicht in der Gruppe %1</translation>
    </message>
    <message>
        <source>Only in the group %1</source>
        <translation>Nur in der Gruppe %1</translation>
    </message>
    <message>
        <source>No tracks of kind %1</source>
        <translation>Keine Spuren der Art %1</translation>
    </message>
    <message>
        <source>Only tracks of kind %1</source>
        <translation>Nur Spuren der Art %1</translation>
    </message>
    <message>
        <source>Not what clock %1 timed</source>
        <translation>Nicht, was Uhr %1 maß</translation>
    </message>
    <message>
        <source>Only what clock %1 timed</source>
        <translation>Nur, was Uhr %1 maß</translation>
    </message>
    <message>
        <source>Search everywhere again; Ctrl+click: the opposite</source>
        <translation>Wieder überall suchen; Strg+Klick: das Gegenteil</translation>
    </message>
    <message>
        <source>%1; Ctrl+click (Ctrl+Space): %2</source>
        <translation>%1; Strg+Klick (Strg+Leertaste): %2</translation>
    </message>
    <message>
        <source>+ scope</source>
        <translation>+ Ort</translation>
    </message>
    <message>
        <source>scope %1</source>
        <translation>Ort %1</translation>
    </message>
    <message>
        <source>not in the range ✕</source>
        <translation>nicht im Bereich ✕</translation>
    </message>
    <message>
        <source>not on %1 ✕</source>
        <translation>nicht auf %1 ✕</translation>
    </message>
    <message>
        <source>not in %1 ✕</source>
        <translation>nicht in %1 ✕</translation>
    </message>
    <message>
        <source>not of kind %1 ✕</source>
        <translation>nicht der Art %1 ✕</translation>
    </message>
    <message>
        <source>not by clock %1 ✕</source>
        <translation>nicht nach Uhr %1 ✕</translation>
    </message>
</context>
<context>
    <name>traceglass::SearchField</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Words that names and texts of records contain, /expressions/, and conditions: duration &gt;= 10 ms, track : connection, state = polling. All of them hold, but for or, not, ( ).
Enter goes to the next hit, Shift+Enter to the one before, Ctrl+Enter keeps only what fits; Esc shows all again.</source>
        <translation>Wörter, die Namen und Texte von Datensätzen enthalten, /Ausdrücke/ und Bedingungen: duration &gt;= 10 ms, track : connection, state = polling. Alle müssen gelten, bis auf or, not, ( ).
Enter geht zum nächsten Treffer, Umschalt+Enter zum vorigen, Strg+Enter behält nur, was passt; Esc zeigt wieder alles.</translation>
    </message>
    <message>
        <source>What the search found</source>
        <translation>Was die Suche fand</translation>
    </message>
    <message>
        <source>searching …</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source> · stop</source>
        <translation> · anhalten</translation>
    </message>
    <message>
        <source>no hit</source>
        <translation>kein Treffer</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source> so far</source>
        <translation> bisher</translation>
    </message>
    <message>
        <source> in names · %1</source>
        <translation> in Namen · %1</translation>
    </message>
    <message>
        <source> · %1</source>
        <translation> · %1</translation>
    </message>
    <message>
        <source>This capture has no time axis: Enter searches its structure and notes</source>
        <translation>Diese Aufzeichnung hat keine Zeitachse: Enter durchsucht ihre Struktur und Notizen</translation>
    </message>
    <message>
        <source>Search  (%1)</source>
        <translation>Suchen  (%1)</translation>
    </message>
</context>
<context>
    <name>traceglass::SearchModel</name>
    <message>
        <source>offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>traceglass::SearchPane</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>All hits</source>
        <translation>Alle Treffer</translation>
    </message>
    <message>
        <source>◀ all groups</source>
        <translation>◀ alle Gruppen</translation>
    </message>
    <message>
        <source>What the search found</source>
        <translation>Was die Suche fand</translation>
    </message>
    <message>
        <source>Slices of the timeline</source>
        <translation>Abschnitte der Zeitleiste</translation>
    </message>
    <message>
        <source>This capture has no time axis: there are no slices to search</source>
        <translation>Diese Aufzeichnung hat keine Zeitachse: es gibt keine Abschnitte zu durchsuchen</translation>
    </message>
    <message>
        <source>Text, author, track and node of notes</source>
        <translation>Text, Verfasser, Spur und Knoten von Notizen</translation>
    </message>
    <message>
        <source>Names, values and kinds of nodes: Enter in the search field looks for them, too</source>
        <translation>Namen, Werte und Arten von Knoten: Enter im Suchfeld sucht auch nach ihnen</translation>
    </message>
    <message>
        <source>How hits are listed</source>
        <translation>Wie Treffer aufgeführt sind</translation>
    </message>
    <message>
        <source>One by one, or how many there are on which track or of which name; Enter lists those of a row</source>
        <translation>Einzeln, oder wie viele auf welcher Spur oder mit welchem Namen; Enter listet die einer Zeile</translation>
    </message>
    <message>
        <source>one by one</source>
        <translation>einzeln</translation>
    </message>
    <message>
        <source>by track</source>
        <translation>nach Spur</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>nach Name</translation>
    </message>
    <message>
        <source>Esc leads back as well</source>
        <translation>Auch Esc führt zurück</translation>
    </message>
    <message>
        <source>Groups of hits</source>
        <translation>Gruppen von Treffern</translation>
    </message>
    <message>
        <source>Counting …</source>
        <translation>Wird gezählt …</translation>
    </message>
    <message>
        <source>There is no hit to group.</source>
        <translation>Es gibt keinen Treffer zum Gruppieren.</translation>
    </message>
    <message>
        <source>Notes that match</source>
        <translation>Passende Notizen</translation>
    </message>
    <message>
        <source>Nothing is searched for.</source>
        <translation>Nichts wird gesucht.</translation>
    </message>
    <message>
        <source>No note matches.</source>
        <translation>Keine Notiz passt.</translation>
    </message>
    <message>
        <source>%1 of %2 slices</source>
        <translation>%1 von %2 Abschnitten</translation>
    </message>
    <message>
        <source>%1 · %2 of %3</source>
        <translation>%1 · %2 von %3</translation>
    </message>
    <message>
        <source> · %1 % read</source>
        <translation> · %1 % gelesen</translation>
    </message>
    <message>
        <source> · so far</source>
        <translation> · bisher</translation>
    </message>
    <message>
        <source> in names · </source>
        <translation> in Namen · </translation>
    </message>
    <message>
        <source> · </source>
        <translation> · </translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>No “%1” where was searched.</source>
        <translation>Kein „%1“, wo gesucht wurde.</translation>
    </message>
    <message>
        <source>No “%1” in %2 slices.</source>
        <translation>Kein „%1“ in %2 Abschnitten.</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Struktur</translation>
    </message>
    <message>
        <source>%1 · show</source>
        <translation>%1 · zeigen</translation>
    </message>
    <message>
        <source>%1 in the structure tree · show</source>
        <translation>%1 im Strukturbaum · zeigen</translation>
    </message>
    <message>
        <source>search the structure tree</source>
        <translation>Strukturbaum durchsuchen</translation>
    </message>
    <message>
        <source>Enter searches the structure for “%1”.</source>
        <translation>Enter sucht „%1“ in der Struktur.</translation>
    </message>
    <message>
        <source>Nothing is searched for. The search field takes words, /expressions/ or conditions such as duration &gt;= 10 ms.</source>
        <translation>Nichts wird gesucht. Das Suchfeld nimmt Wörter, /Ausdrücke/ oder Bedingungen wie duration &gt;= 10 ms.</translation>
    </message>
    <message>
        <source>No slice matches; %1</source>
        <translation>Kein Abschnitt passt; %1</translation>
    </message>
    <message>
        <source>the structure is being searched</source>
        <translation>die Struktur wird durchsucht</translation>
    </message>
    <message>
        <source>From the last hit on to the first</source>
        <translation>Vom letzten Treffer weiter zum ersten</translation>
    </message>
    <message>
        <source>From the first hit on to the last</source>
        <translation>Vom ersten Treffer weiter zum letzten</translation>
    </message>
    <message>
        <source>%1 in the structure</source>
        <translation>%1 in der Struktur</translation>
    </message>
</context>
<context>
    <name>traceglass::SessionBaseline</name>
    <message>
        <source>it is a capture of %1, and this one of %2: they have nothing to compare</source>
        <translation>es ist eine Aufzeichnung von %1 und diese eine von %2: sie haben nichts zu vergleichen</translation>
    </message>
    <message>
        <source>it has no time axis, so there is nothing to compare</source>
        <translation>sie hat keine Zeitachse, also ist nichts zu vergleichen</translation>
    </message>
    <message>
        <source>its tab was closed before all of it was indexed</source>
        <translation>ihr Tab wurde geschlossen, bevor alles indiziert war</translation>
    </message>
    <message>
        <source>indexing it was stopped</source>
        <translation>ihre Indizierung wurde angehalten</translation>
    </message>
    <message>
        <source>Select a range first: then it is compared with the one before it.</source>
        <translation>Zuerst einen Bereich wählen: er wird dann mit dem davor verglichen.</translation>
    </message>
    <message>
        <source>Nothing lies before the selected range.</source>
        <translation>Vor dem gewählten Bereich liegt nichts.</translation>
    </message>
    <message>
        <source>the range before</source>
        <translation>dem Bereich davor</translation>
    </message>
    <message>
        <source>the range before: %1 … %2</source>
        <translation>der Bereich davor: %1 … %2</translation>
    </message>
    <message>
        <source>%1, as its tab left it</source>
        <translation>%1, wie ihr Tab sie verließ</translation>
    </message>
    <message>
        <source> %1 %</source>
        <translation> %1 %</translation>
    </message>
    <message>
        <source>nothing is compared, because indexing was stopped</source>
        <translation>nichts wird verglichen, weil die Indizierung angehalten wurde</translation>
    </message>
    <message>
        <source>compared once everything is indexed</source>
        <translation>verglichen, sobald alles indiziert ist</translation>
    </message>
    <message>
        <source>opening …</source>
        <translation>wird geöffnet …</translation>
    </message>
    <message>
        <source>indexing …%1</source>
        <translation>wird indiziert …%1</translation>
    </message>
    <message>
        <source>reading its notes …</source>
        <translation>seine Notizen werden gelesen …</translation>
    </message>
</context>
<context>
    <name>traceglass::SessionFilter</name>
    <message>
        <source>A filter says what is to stay</source>
        <translation>Ein Filter sagt, was bleiben soll</translation>
    </message>
</context>
<context>
    <name>traceglass::SessionFindings</name>
    <message>
        <source>mute finding</source>
        <translation>Befund stummschalten</translation>
    </message>
    <message>
        <source>unmute finding</source>
        <translation>Befund wieder zeigen</translation>
    </message>
    <message>
        <source>%1 is %2, usually %3</source>
        <translation>%1 ist %2, üblich %3</translation>
    </message>
    <message>
        <source>about the capture as a whole</source>
        <translation>betrifft die ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2 kept, of %3</source>
        <translation>%1 von %2 aufgehobenen, von %3</translation>
    </message>
    <message>
        <source>%1, the worst first</source>
        <translation>%1, der schlimmste zuerst</translation>
    </message>
</context>
<context>
    <name>traceglass::SessionNotes</name>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>the capture</source>
        <translation>die Aufzeichnung</translation>
    </message>
    <message>
        <source>restore notes</source>
        <translation>Notizen wiederherstellen</translation>
    </message>
    <message>
        <source>choose a note</source>
        <translation>Notiz wählen</translation>
    </message>
    <message>
        <source>add note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>edit note</source>
        <translation>Notiz bearbeiten</translation>
    </message>
    <message>
        <source>colour notes</source>
        <translation>Notizen färben</translation>
    </message>
    <message>
        <source>delete note</source>
        <translation>Notiz löschen</translation>
    </message>
    <message>
        <source>delete notes</source>
        <translation>Notizen löschen</translation>
    </message>
    <message>
        <source>import notes</source>
        <translation>Notizen importieren</translation>
    </message>
    <message>
        <source>revert notes</source>
        <translation>Notizen zurücksetzen</translation>
    </message>
    <message>
        <source>keep notes</source>
        <translation>Notizen behalten</translation>
    </message>
</context>
<context>
    <name>traceglass::SessionSearch</name>
    <message>
        <source>searching records …</source>
        <translation>Datensätze werden durchsucht …</translation>
    </message>
    <message>
        <source>searching values …</source>
        <translation>Werte werden durchsucht …</translation>
    </message>
    <message>
        <source>Enter searches</source>
        <translation>Enter sucht</translation>
    </message>
    <message>
        <source>Enter searches values too</source>
        <translation>Enter durchsucht auch Werte</translation>
    </message>
    <message>
        <source>%1, about %2 s</source>
        <translation>%1, etwa %2 s</translation>
    </message>
    <message>
        <source>Nothing is searched for.</source>
        <translation>Nichts wird gesucht.</translation>
    </message>
    <message>
        <source>Nothing is searched for</source>
        <translation>Nichts wird gesucht</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>Nichts wurde gefunden</translation>
    </message>
    <message>
        <source>From the last hit on to the first</source>
        <translation>Vom letzten Treffer weiter zum ersten</translation>
    </message>
    <message>
        <source>From the first hit on to the last</source>
        <translation>Vom ersten Treffer weiter zum letzten</translation>
    </message>
    <message>
        <source>Character %1: %2</source>
        <translation>Zeichen %1: %2</translation>
    </message>
    <message>
        <source>Nothing was found; %1 has %2</source>
        <translation>Nichts wurde gefunden; %1 hat %2</translation>
    </message>
    <message>
        <source>There is no other hit</source>
        <translation>Es gibt keinen anderen Treffer</translation>
    </message>
</context>
<context>
    <name>traceglass::SetsMenu</name>
    <message>
        <source>&amp;Sets</source>
        <translation>&amp;Sets</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Open a capture with a timeline first.</source>
        <translation>Zuerst eine Aufzeichnung mit Zeitleiste öffnen.</translation>
    </message>
    <message>
        <source>No set was saved yet</source>
        <translation>Noch kein Set wurde gespeichert</translation>
    </message>
    <message>
        <source>A set holds filters, which tracks are pinned, hidden and folded, and which columns are put away</source>
        <translation>Ein Set enthält Filter, welche Spuren angeheftet, ausgeblendet und zugeklappt sind, und welche Spalten weggelegt sind</translation>
    </message>
    <message>
        <source>&amp;Save what is shown as a set…</source>
        <translation>Gezeigtes als Set &amp;speichern…</translation>
    </message>
    <message>
        <source>Filters, pinned, hidden and folded tracks, columns that are put away</source>
        <translation>Filter, angeheftete, ausgeblendete und zugeklappte Spuren, weggelegte Spalten</translation>
    </message>
    <message>
        <source>There is no set yet.</source>
        <translation>Es gibt noch kein Set.</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren…</translation>
    </message>
    <message>
        <source>Name (one of this name is replaced)</source>
        <translation>Name (eines dieses Namens wird ersetzt)</translation>
    </message>
    <message>
        <source>Save as a set</source>
        <translation>Als Set speichern</translation>
    </message>
    <message>
        <source>Saved the set “%1”</source>
        <translation>Set „%1“ gespeichert</translation>
    </message>
    <message>
        <source>Rename the set</source>
        <translation>Set umbenennen</translation>
    </message>
    <message>
        <source>Removed the set “%1”</source>
        <translation>Set „%1“ entfernt</translation>
    </message>
    <message>
        <source>Export sets</source>
        <translation>Sets exportieren</translation>
    </message>
    <message>
        <source>Sets (*.json)</source>
        <translation>Sets (*.json)</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>Not written: %1</source>
        <translation>Nicht geschrieben: %1</translation>
    </message>
    <message>
        <source>Import sets</source>
        <translation>Sets importieren</translation>
    </message>
    <message>
        <source>Sets (*.json);;All files (*)</source>
        <translation>Sets (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Read the sets of %1</source>
        <translation>Sets aus %1 gelesen</translation>
    </message>
    <message>
        <source>There are no sets in %1</source>
        <translation>In %1 sind keine Sets</translation>
    </message>
</context>
<context>
    <name>traceglass::Settings</name>
    <message>
        <source>%1 cannot be renamed to %2</source>
        <translation>%1 kann nicht in %2 umbenannt werden</translation>
    </message>
    <message>
        <source>They could not be read, and begin anew; the old ones are in %1.</source>
        <translation>Sie konnten nicht gelesen werden und beginnen neu; die alten sind in %1.</translation>
    </message>
    <message>
        <source>They could not be read: %1.</source>
        <translation>Sie konnten nicht gelesen werden: %1.</translation>
    </message>
    <message>
        <source>They cannot be written to %1, and last until Traceglass ends.</source>
        <translation>Sie können nicht nach %1 geschrieben werden und gelten, bis Traceglass endet.</translation>
    </message>
</context>
<context>
    <name>traceglass::SidePanes</name>
    <message>
        <source>Which of the panes</source>
        <translation>Welche der Ansichten</translation>
    </message>
</context>
<context>
    <name>traceglass::SliceCommands</name>
    <message>
        <source>&amp;Menu of the slice</source>
        <translation>&amp;Menü des Abschnitts</translation>
    </message>
    <message>
        <source>&amp;Zoom to it</source>
        <translation>Auf ihn &amp;zoomen</translation>
    </message>
    <message>
        <source>Copy its &amp;name</source>
        <translation>Namen &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy its &amp;value</source>
        <translation>&amp;Wert kopieren</translation>
    </message>
    <message>
        <source>Of a slice: how long it took</source>
        <translation>Eines Abschnitts: wie lange er dauerte</translation>
    </message>
    <message>
        <source>Copy its &amp;time</source>
        <translation>Z&amp;eit kopieren</translation>
    </message>
    <message>
        <source>When it began</source>
        <translation>Wann er begann</translation>
    </message>
    <message>
        <source>Copy as &amp;query</source>
        <translation>Als A&amp;bfrage kopieren</translation>
    </message>
    <message>
        <source>What the search field, a filter and tglass find it by</source>
        <translation>Womit ihn das Suchfeld, ein Filter und tglass finden</translation>
    </message>
    <message>
        <source>&amp;Find these</source>
        <translation>Diese &amp;suchen</translation>
    </message>
    <message>
        <source>Marks and lists all of this name</source>
        <translation>Markiert und listet alle dieses Namens</translation>
    </message>
    <message>
        <source>&amp;Keep only these</source>
        <translation>Nur diese be&amp;halten</translation>
    </message>
    <message>
        <source>Filters away all of other names</source>
        <translation>Filtert alle anderen Namen weg</translation>
    </message>
    <message>
        <source>&amp;Exclude these</source>
        <translation>Diese ausschl&amp;ießen</translation>
    </message>
    <message>
        <source>Filters away all of this name</source>
        <translation>Filtert alle dieses Namens weg</translation>
    </message>
    <message>
        <source>S&amp;tatistics of this name</source>
        <translation>S&amp;tatistik dieses Namens</translation>
    </message>
    <message>
        <source>Next &amp;longer of this name</source>
        <translation>Nächst&amp;längerer dieses Namens</translation>
    </message>
    <message>
        <source>Of all slices of this name the one that took a little longer</source>
        <translation>Von allen Abschnitten dieses Namens der, der etwas länger dauerte</translation>
    </message>
    <message>
        <source>Show in &amp;Records</source>
        <translation>In &amp;Datensätze zeigen</translation>
    </message>
    <message>
        <source>Show in &amp;Bytes</source>
        <translation>In B&amp;ytes zeigen</translation>
    </message>
    <message>
        <source>Show in &amp;Structure</source>
        <translation>In Str&amp;uktur zeigen</translation>
    </message>
    <message>
        <source>On all tracks shown</source>
        <translation>Auf allen gezeigten Spuren</translation>
    </message>
    <message>
        <source>Ne&amp;xt of this name</source>
        <translation>Nä&amp;chster dieses Namens</translation>
    </message>
    <message>
        <source>&amp;Previous of this name</source>
        <translation>&amp;Voriger dieses Namens</translation>
    </message>
    <message>
        <source>Highlight &amp;all of this name</source>
        <translation>Alle dieses Namens herv&amp;orheben</translation>
    </message>
    <message>
        <source>Everything else is faded</source>
        <translation>Alles andere wird blass</translation>
    </message>
    <message>
        <source>&amp;Only this track</source>
        <translation>Nur diese S&amp;pur</translation>
    </message>
    <message>
        <source>Hides all other tracks</source>
        <translation>Blendet alle anderen Spuren aus</translation>
    </message>
    <message>
        <source>&amp;Hide this track</source>
        <translation>Diese Spu&amp;r ausblenden</translation>
    </message>
    <message>
        <source>Show all hidden trac&amp;ks</source>
        <translation>&amp;Alle ausgeblendeten Spuren zeigen</translation>
    </message>
    <message>
        <source>Select a slice first.</source>
        <translation>Zuerst einen Abschnitt wählen.</translation>
    </message>
    <message>
        <source>Open a capture first.</source>
        <translation>Zuerst eine Aufzeichnung öffnen.</translation>
    </message>
    <message>
        <source>What is selected has no name.</source>
        <translation>Was gewählt ist, hat keinen Namen.</translation>
    </message>
    <message>
        <source>No track is hidden.</source>
        <translation>Keine Spur ist ausgeblendet.</translation>
    </message>
    <message>
        <source>There is nothing to copy</source>
        <translation>Es gibt nichts zu kopieren</translation>
    </message>
    <message>
        <source>Copied “%1”</source>
        <translation>„%1“ kopiert</translation>
    </message>
    <message>
        <source>How long slices of this name or polls of these tasks took, and how often there are any; of a line how often lines like it come</source>
        <translation>Wie lange Abschnitte dieses Namens oder Polls dieser Tasks dauerten, und wie oft es sie gibt; von einer Zeile, wie oft solche Zeilen kommen</translation>
    </message>
</context>
<context>
    <name>traceglass::StandingView</name>
    <message>
        <source>Same name</source>
        <translation>Gleicher Name</translation>
    </message>
    <message>
        <source>The longest of %1</source>
        <translation>Der längste von %1</translation>
    </message>
    <message>
        <source>%1 longest of %2</source>
        <translation>%1 längster von %2</translation>
    </message>
    <message>
        <source>, %1 the median</source>
        <translation>, %1 des Medians</translation>
    </message>
    <message>
        <source>this</source>
        <translation>dieser</translation>
    </message>
    <message>
        <source>th</source>
        <comment>ending of a number</comment>
        <translation>.</translation>
    </message>
    <message>
        <source>st</source>
        <comment>ending of a number</comment>
        <translation>.</translation>
    </message>
    <message>
        <source>nd</source>
        <comment>ending of a number</comment>
        <translation>.</translation>
    </message>
    <message>
        <source>rd</source>
        <comment>ending of a number</comment>
        <translation>.</translation>
    </message>
    <message>
        <source>%1, so far</source>
        <translation>%1, bisher</translation>
    </message>
</context>
<context>
    <name>traceglass::StartPage</name>
    <message>
        <source>Filter recent captures  (/)</source>
        <translation>Zuletzt geöffnete filtern  (/)</translation>
    </message>
    <message>
        <source>Filter recent captures</source>
        <translation>Zuletzt geöffnete filtern</translation>
    </message>
    <message>
        <source>Enter open · Ctrl+Enter open in new window · Del remove from list</source>
        <translation>Enter öffnet · Strg+Enter öffnet in neuem Fenster · Entf nimmt aus der Liste</translation>
    </message>
    <message>
        <source>Recent captures</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>or drop files and folders anywhere in this window. A recording folder opens as one capture. Any other file opens as bytes.</source>
        <translation>oder Dateien und Ordner irgendwo in diesem Fenster ablegen. Der Ordner einer Aufzeichnung öffnet als eine Aufzeichnung. Jede andere Datei öffnet als Bytes.</translation>
    </message>
    <message>
        <source>Demo captures</source>
        <translation>Demo-Aufzeichnungen</translation>
    </message>
    <message>
        <source>written when first opened</source>
        <translation>geschrieben beim ersten Öffnen</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Bewegen</translation>
    </message>
    <message>
        <source>zoom at the cursor</source>
        <translation>am Mauszeiger zoomen</translation>
    </message>
    <message>
        <source>pan</source>
        <translation>verschieben</translation>
    </message>
    <message>
        <source>fit selection or range, again: capture</source>
        <translation>Auswahl oder Bereich einpassen, nochmals: alles</translation>
    </message>
    <message>
        <source>next, previous slice</source>
        <translation>nächster, voriger Abschnitt</translation>
    </message>
    <message>
        <source>walk the flow</source>
        <translation>dem Fluss folgen</translation>
    </message>
    <message>
        <source>take back the last choice</source>
        <translation>letzte Wahl zurücknehmen</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeiten</translation>
    </message>
    <message>
        <source>filter tracks</source>
        <translation>Spuren filtern</translation>
    </message>
    <message>
        <source>go to a time, record, offset</source>
        <translation>zu Zeit, Datensatz oder Offset gehen</translation>
    </message>
    <message>
        <source>next time unit</source>
        <translation>nächste Zeiteinheit</translation>
    </message>
    <message>
        <source>open a file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>reload</source>
        <translation>neu laden</translation>
    </message>
    <message>
        <source>every command</source>
        <translation>alle Befehle</translation>
    </message>
    <message>
        <source>What opens</source>
        <translation>Was sich öffnen lässt</translation>
    </message>
    <message>
        <source>by content, whatever the name</source>
        <translation>am Inhalt erkannt, gleich wie es heißt</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>Anything else</source>
        <translation>Alles andere</translation>
    </message>
    <message>
        <source>opens as bytes, with one sentence on what it seems to be</source>
        <translation>öffnet als Bytes, mit einem Satz, was es zu sein scheint</translation>
    </message>
    <message>
        <source>No recent capture has “%1” in its name or folder.</source>
        <translation>Keine zuletzt geöffnete Aufzeichnung hat „%1“ im Namen oder Ordner.</translation>
    </message>
    <message>
        <source> · %1 no longer at its place</source>
        <translation> · %1 nicht mehr am Ort</translation>
    </message>
    <message>
        <source>all keys: %1</source>
        <translation>alle Tasten: %1</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
</context>
<context>
    <name>traceglass::StatView</name>
    <message>
        <source>%1 at offset %2</source>
        <translation>%1 bei Offset %2</translation>
    </message>
    <message>
        <source>the table</source>
        <translation>die Tabelle</translation>
    </message>
    <message>
        <source>&amp;Copy the table</source>
        <translation>&amp;Tabelle kopieren</translation>
    </message>
</context>
<context>
    <name>traceglass::StatisticsModel</name>
    <message>
        <source>only there</source>
        <translation>nur dort</translation>
    </message>
    <message>
        <source>only here</source>
        <translation>nur hier</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 /s</source>
        <translation>%1 /s</translation>
    </message>
    <message>
        <source>A click goes to that slice</source>
        <translation>Ein Klick geht zu diesem Abschnitt</translation>
    </message>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0.1 %</translation>
    </message>
    <message>
        <source>p95 is longer, but the median is shorter.</source>
        <translation>p95 ist länger, der Median aber kürzer.</translation>
    </message>
    <message>
        <source>p95 is shorter, but the median is longer.</source>
        <translation>p95 ist kürzer, der Median aber länger.</translation>
    </message>
    <message>
        <source>The median is longer, but p95 is shorter.</source>
        <translation>Der Median ist länger, p95 aber kürzer.</translation>
    </message>
    <message>
        <source>The median is shorter, but p95 is longer.</source>
        <translation>Der Median ist kürzer, p95 aber länger.</translation>
    </message>
</context>
<context>
    <name>traceglass::StatisticsPane</name>
    <message>
        <source>C&amp;olumns</source>
        <translation>S&amp;palten</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>whole capture</source>
        <translation>ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>keep only them</source>
        <translation>nur sie behalten</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Of what there is a row</source>
        <translation>Wovon es eine Zeile gibt</translation>
    </message>
    <message>
        <source>And by</source>
        <translation>Und nach</translation>
    </message>
    <message>
        <source>What is reckoned</source>
        <translation>Was berechnet wird</translation>
    </message>
    <message>
        <source>Clears the selected range</source>
        <translation>Hebt den gewählten Bereich auf</translation>
    </message>
    <message>
        <source>About the table</source>
        <translation>Über die Tabelle</translation>
    </message>
    <message>
        <source>Slices by name</source>
        <translation>Abschnitte nach Name</translation>
    </message>
    <message>
        <source>Polls by task</source>
        <translation>Polls nach Task</translation>
    </message>
    <message>
        <source>Slices by state</source>
        <translation>Abschnitte nach Zustand</translation>
    </message>
    <message>
        <source>Slices by thread</source>
        <translation>Abschnitte nach Thread</translation>
    </message>
    <message>
        <source>Slices by track</source>
        <translation>Abschnitte nach Spur</translation>
    </message>
    <message>
        <source>Slices by group of tracks</source>
        <translation>Abschnitte nach Gruppe von Spuren</translation>
    </message>
    <message>
        <source>Slices by kind of track</source>
        <translation>Abschnitte nach Art der Spur</translation>
    </message>
    <message>
        <source>Lines by level</source>
        <translation>Zeilen nach Stufe</translation>
    </message>
    <message>
        <source>Events by level</source>
        <translation>Ereignisse nach Stufe</translation>
    </message>
    <message>
        <source>Lines by template</source>
        <translation>Zeilen nach Muster</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>+ field</source>
        <translation>+ Feld</translation>
    </message>
    <message>
        <source>and %1</source>
        <translation>und %1</translation>
    </message>
    <message>
        <source>Of what the filter leaves: %1</source>
        <translation>Von dem, was der Filter übrig lässt: %1</translation>
    </message>
    <message>
        <source>Restricted to the selected range</source>
        <translation>Auf den gewählten Bereich eingeschränkt</translation>
    </message>
    <message>
        <source>in %1 … %2</source>
        <translation>in %1 … %2</translation>
    </message>
    <message>
        <source>what the filter leaves</source>
        <translation>was der Filter übrig lässt</translation>
    </message>
    <message>
        <source>so far</source>
        <translation>bisher</translation>
    </message>
    <message>
        <source>comparing …</source>
        <translation>wird verglichen …</translation>
    </message>
    <message>
        <source>percentiles are on their way</source>
        <translation>Perzentile sind unterwegs</translation>
    </message>
    <message>
        <source>estimated from samples</source>
        <translation>aus Samples geschätzt</translation>
    </message>
    <message>
        <source>Reckoning …</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>A cannot be read: %1</source>
        <translation>A kann nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>a part of A is lost</source>
        <translation>ein Teil von A ist verloren</translation>
    </message>
    <message>
        <source>A lasts %1, B %2</source>
        <translation>A dauert %1, B %2</translation>
    </message>
    <message>
        <source>not divided: not both have slices called %1</source>
        <translation>nicht geteilt: nicht beide haben Abschnitte namens %1</translation>
    </message>
    <message>
        <source>per second, for the lengths differ: %1</source>
        <translation>je Sekunde, denn die Längen sind verschieden: %1</translation>
    </message>
    <message>
        <source>per second: %1</source>
        <translation>je Sekunde: %1</translation>
    </message>
    <message>
        <source>per %1: A has %2 of them, B %3</source>
        <translation>je %1: A hat %2 davon, B %3</translation>
    </message>
    <message>
        <source>lengths are equal, so counts are not scaled</source>
        <translation>die Längen sind gleich, also wird nicht geteilt</translation>
    </message>
    <message>
        <source>lengths are about equal, so counts are not scaled: %1</source>
        <translation>die Längen sind etwa gleich, also wird nicht geteilt: %1</translation>
    </message>
    <message>
        <source>not divided: %1</source>
        <translation>nicht geteilt: %1</translation>
    </message>
    <message>
        <source>, log axis; line: the %1 before</source>
        <translation>, logarithmisch; Linie: die %1 davor</translation>
    </message>
    <message>
        <source>, log axis; line: the %1 of A</source>
        <translation>, logarithmisch; Linie: die %1 von A</translation>
    </message>
    <message>
        <source>%1 · %2%3</source>
        <translation>%1 · %2%3</translation>
    </message>
    <message>
        <source>%1 · reckoning …</source>
        <translation>%1 · wird berechnet …</translation>
    </message>
    <message>
        <source>%1 · no durations</source>
        <translation>%1 · keine Dauern</translation>
    </message>
    <message>
        <source>search these %1</source>
        <translation>diese %1 suchen</translation>
    </message>
    <message>
        <source>search all of them</source>
        <translation>alle davon suchen</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>Tabelle exportieren</translation>
    </message>
    <message>
        <source>&amp;Go to this slice</source>
        <translation>&amp;Gehe zu diesem Abschnitt</translation>
    </message>
    <message>
        <source>Go to the &amp;longest	L</source>
        <translation>Gehe zum &amp;längsten	L</translation>
    </message>
    <message>
        <source>&amp;Find these	Enter</source>
        <translation>&amp;Diese suchen	Enter</translation>
    </message>
    <message>
        <source>&amp;Keep only these	Ctrl+Enter</source>
        <translation>&amp;Nur diese behalten	Strg+Enter</translation>
    </message>
    <message>
        <source>&amp;Exclude these</source>
        <translation>Diese ausschl&amp;ießen</translation>
    </message>
    <message>
        <source>&amp;Copy the table	Ctrl+C</source>
        <translation>&amp;Tabelle kopieren	Strg+C</translation>
    </message>
    <message>
        <source>Copy the &amp;durations of the row</source>
        <translation>Dauern der &amp;Zeile kopieren</translation>
    </message>
    <message>
        <source>the durations</source>
        <translation>die Dauern</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>E&amp;xportieren…</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Percentiles are on their way.</source>
        <translation>Perzentile sind unterwegs.</translation>
    </message>
    <message>
        <source>The table has no rows.</source>
        <translation>Die Tabelle hat keine Zeilen.</translation>
    </message>
    <message>
        <source>All rows and the columns that are shown, as CSV</source>
        <translation>Alle Zeilen und die gezeigten Spalten, als CSV</translation>
    </message>
    <message>
        <source>What else tells rows apart: a field of the records, or another key</source>
        <translation>Was Zeilen sonst unterscheidet: ein Feld der Datensätze oder ein weiterer Schlüssel</translation>
    </message>
    <message>
        <source>Goes with tables of slices</source>
        <translation>Geht mit Tabellen von Abschnitten</translation>
    </message>
    <message>
        <source>Nothing that the filter leaves is in this table. Shift+Esc clears it.</source>
        <translation>Nichts von dem, was der Filter übrig lässt, steht in dieser Tabelle. Umschalt+Esc leert ihn.</translation>
    </message>
    <message>
        <source>Nothing of this table lies in the selected range.</source>
        <translation>Nichts aus dieser Tabelle liegt im gewählten Bereich.</translation>
    </message>
    <message>
        <source>Nothing so far.</source>
        <translation>Bisher nichts.</translation>
    </message>
    <message>
        <source>This capture holds nothing of the kind.</source>
        <translation>Diese Aufzeichnung enthält nichts dergleichen.</translation>
    </message>
    <message>
        <source>the notes of A cannot be read: %1</source>
        <translation>die Notizen von A lassen sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>A has no field %1</source>
        <translation>A hat kein Feld %1</translation>
    </message>
    <message>
        <source>of A nothing fits %1: %2</source>
        <translation>von A passt nichts zu %1: %2</translation>
    </message>
    <message>
        <source>what has no time is not scaled</source>
        <translation>was keine Zeit hat, wird nicht skaliert</translation>
    </message>
    <message>
        <source>%1 is not in the selected range</source>
        <translation>%1 kommt im gewählten Bereich nicht vor</translation>
    </message>
    <message>
        <source>%1 is not among them</source>
        <translation>%1 ist nicht darunter</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>ausgewählt</translation>
    </message>
</context>
<context>
    <name>traceglass::StructureModel</name>
    <message>
        <source>items</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
</context>
<context>
    <name>traceglass::StructurePane</name>
    <message>
        <source>Structure tree</source>
        <translation>Strukturbaum</translation>
    </message>
    <message>
        <source>Filter by name, kind, offset</source>
        <translation>Nach Name, Art, Offset filtern</translation>
    </message>
    <message>
        <source>Filter the structure</source>
        <translation>Struktur filtern</translation>
    </message>
    <message>
        <source>A query: names, values, kinds such as &quot;record&quot;, or an offset such as 0x17d3; &quot;quoted words&quot;, /expressions/, or, not, kind = chunk. Esc clears.</source>
        <translation>Eine Abfrage: Namen, Werte, Arten wie &quot;record&quot; oder ein Offset wie 0x17d3; &quot;Wörter in Anführung&quot;, /Ausdrücke/, or, not, kind = chunk. Esc leert.</translation>
    </message>
    <message>
        <source>Go to nth child…</source>
        <translation>Gehe zum n-ten Kind…</translation>
    </message>
    <message>
        <source>Go to nth child</source>
        <translation>Gehe zum n-ten Kind</translation>
    </message>
    <message>
        <source>Position in &quot;%1&quot;, 0 to %2:</source>
        <translation>Stelle in &quot;%1&quot;, 0 bis %2:</translation>
    </message>
    <message>
        <source>Copy path  %1</source>
        <translation>Pfad kopieren  %1</translation>
    </message>
    <message>
        <source>Copy label</source>
        <translation>Beschriftung kopieren</translation>
    </message>
    <message>
        <source>Go to linked %1</source>
        <translation>Gehe zu verknüpftem %1</translation>
    </message>
    <message>
        <source>This node owns no bytes.</source>
        <translation>Dieser Knoten besitzt keine Bytes.</translation>
    </message>
    <message>
        <source>Go to bytes</source>
        <translation>Gehe zu Bytes</translation>
    </message>
    <message>
        <source>Save decoded bytes as…</source>
        <translation>Dekodierte Bytes speichern als…</translation>
    </message>
    <message>
        <source>Save stored bytes as…</source>
        <translation>Gespeicherte Bytes speichern als…</translation>
    </message>
    <message>
        <source>Save bytes</source>
        <translation>Bytes speichern</translation>
    </message>
</context>
<context>
    <name>traceglass::TableReader</name>
    <message>
        <source>Copying …</source>
        <translation>Wird kopiert …</translation>
    </message>
</context>
<context>
    <name>traceglass::ThresholdDialog</name>
    <message>
        <source>As &amp;usual</source>
        <translation>Wie &amp;üblich</translation>
    </message>
    <message>
        <source>&amp;All as usual</source>
        <translation>&amp;Alle wie üblich</translation>
    </message>
    <message>
        <source>Thresholds of findings</source>
        <translation>Schwellen der Befunde</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>Schwellen</translation>
    </message>
    <message>
        <source>What is wrong with the threshold</source>
        <translation>Was an der Schwelle falsch ist</translation>
    </message>
    <message>
        <source>Rules are asked again at once. Thresholds hold for all captures, and are the same as those of tglass findings --set.</source>
        <translation>Regeln werden sofort neu befragt. Schwellen gelten für alle Aufzeichnungen und sind dieselben wie die von tglass findings --set.</translation>
    </message>
</context>
<context>
    <name>traceglass::ThresholdModel</name>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>usually</source>
        <translation>üblich</translation>
    </message>
    <message>
        <source>of what</source>
        <translation>wovon</translation>
    </message>
</context>
<context>
    <name>traceglass::TimeRuler</name>
    <message>
        <source>Time ruler</source>
        <translation>Zeitlineal</translation>
    </message>
    <message>
        <source>Drag to select a range</source>
        <translation>Ziehen wählt einen Bereich</translation>
    </message>
</context>
<context>
    <name>traceglass::TimelineLegend</name>
    <message>
        <source>check failed, gap of a clock</source>
        <translation>Prüfung fehlgeschlagen, Lücke einer Uhr</translation>
    </message>
    <message>
        <source>gap of a clock</source>
        <translation>Lücke einer Uhr</translation>
    </message>
    <message>
        <source>check failed</source>
        <translation>Prüfung fehlgeschlagen</translation>
    </message>
    <message>
        <source>polling</source>
        <translation>im Poll</translation>
    </message>
    <message>
        <source>scheduled</source>
        <translation>eingeplant</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>created</source>
        <translation>erzeugt</translation>
    </message>
    <message>
        <source>lost bytes</source>
        <translation>verlorene Bytes</translation>
    </message>
    <message>
        <source>time unknown or estimated</source>
        <translation>Zeit unbekannt oder geschätzt</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>Sample</translation>
    </message>
    <message>
        <source>lock handed over</source>
        <translation>Sperre übergeben</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>finding: %1</source>
        <translation>Befund: %1</translation>
    </message>
    <message>
        <source>drag: range · W S A D: zoom, pan · F: fit · ?: all keys</source>
        <translation>ziehen: Bereich · W S A D: Zoom, verschieben · F: einpassen · ?: alle Tasten</translation>
    </message>
</context>
<context>
    <name>traceglass::TimelinePane</name>
    <message>
        <source>No later “%1” on the tracks shown</source>
        <translation>Kein späterer „%1“ auf den gezeigten Spuren</translation>
    </message>
    <message>
        <source>No earlier “%1” on the tracks shown</source>
        <translation>Kein früherer „%1“ auf den gezeigten Spuren</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>findings %1</source>
        <translation>Befunde %1</translation>
    </message>
    <message>
        <source>Length of the capture</source>
        <translation>Länge der Aufzeichnung</translation>
    </message>
    <message>
        <source>Tracks shown</source>
        <translation>Gezeigte Spuren</translation>
    </message>
    <message>
        <source>Filter tracks</source>
        <translation>Spuren filtern</translation>
    </message>
    <message>
        <source>Filter tracks by name</source>
        <translation>Spuren nach Namen filtern</translation>
    </message>
    <message>
        <source>Filter tracks by name or number</source>
        <translation>Spuren nach Namen oder Nummer filtern</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>Sets</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>whole capture
%1</source>
        <translation>ganze Aufzeichnung
%1</translation>
    </message>
    <message>
        <source>whole: %1
%2</source>
        <translation>gesamt: %1
%2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No track has “%1” in its name. &lt;a href=&quot;filter&quot;&gt;Clear the filter&lt;/a&gt;</source>
        <translation>Keine Spur hat „%1“ im Namen. &lt;a href=&quot;filter&quot;&gt;Filter leeren&lt;/a&gt;</translation>
    </message>
    <message>
        <source>No slice fits the filter. &lt;a href=&quot;slices&quot;&gt;Clear it&lt;/a&gt;</source>
        <translation>Kein Abschnitt passt zum Filter. &lt;a href=&quot;slices&quot;&gt;Leeren&lt;/a&gt;</translation>
    </message>
    <message>
        <source>All tracks are hidden. &lt;a href=&quot;hidden&quot;&gt;Show them&lt;/a&gt;</source>
        <translation>Alle Spuren sind ausgeblendet. &lt;a href=&quot;hidden&quot;&gt;Zeigen&lt;/a&gt;</translation>
    </message>
    <message>
        <source>This capture has no time axis: it is a set of chunks. The &lt;a href=&quot;structure&quot;&gt;structure tree&lt;/a&gt; and Bytes show it.</source>
        <translation>Diese Aufzeichnung hat keine Zeitachse: sie ist eine Menge von Chunks. Der &lt;a href=&quot;structure&quot;&gt;Strukturbaum&lt;/a&gt; und Bytes zeigen sie.</translation>
    </message>
    <message>
        <source>reading …</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>Reading was stopped before the first record.</source>
        <translation>Das Lesen wurde vor dem ersten Datensatz angehalten.</translation>
    </message>
    <message>
        <source>Nothing of this capture can be put on a timeline. The &lt;a href=&quot;structure&quot;&gt;structure tree&lt;/a&gt; shows what it has.</source>
        <translation>Nichts aus dieser Aufzeichnung lässt sich auf eine Zeitleiste legen. Der &lt;a href=&quot;structure&quot;&gt;Strukturbaum&lt;/a&gt; zeigt, was sie hat.</translation>
    </message>
    <message>
        <source>Select a value of a counter first</source>
        <translation>Zuerst einen Wert eines Zählers wählen</translation>
    </message>
    <message>
        <source>Nothing here lasts</source>
        <translation>Hier dauert nichts</translation>
    </message>
    <message>
        <source>There is nothing here</source>
        <translation>Hier ist nichts</translation>
    </message>
    <message>
        <source>Open the group</source>
        <translation>Gruppe aufklappen</translation>
    </message>
    <message>
        <source>Collapse the group</source>
        <translation>Gruppe zuklappen</translation>
    </message>
    <message>
        <source>Collapse the other groups</source>
        <translation>Andere Gruppen zuklappen</translation>
    </message>
    <message>
        <source>Align clocks…</source>
        <translation>Uhren ausrichten…</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>Oben anheften</translation>
    </message>
    <message>
        <source>Only this group</source>
        <translation>Nur diese Gruppe</translation>
    </message>
    <message>
        <source>Only this track</source>
        <translation>Nur diese Spur</translation>
    </message>
    <message>
        <source>Records of this track</source>
        <translation>Datensätze dieser Spur</translation>
    </message>
    <message>
        <source>Hide this group</source>
        <translation>Diese Gruppe ausblenden</translation>
    </message>
    <message>
        <source>Hide this track</source>
        <translation>Diese Spur ausblenden</translation>
    </message>
    <message>
        <source>Show all hidden tracks</source>
        <translation>Alle ausgeblendeten Spuren zeigen</translation>
    </message>
    <message>
        <source>No track is hidden</source>
        <translation>Keine Spur ist ausgeblendet</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>Klein</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Tall</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Scale to what is visible</source>
        <translation>Auf Sichtbares skalieren</translation>
    </message>
    <message>
        <source>Colour of “%1”</source>
        <translation>Farbe von „%1“</translation>
    </message>
    <message>
        <source>By its name</source>
        <translation>Nach ihrem Namen</translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>Farbe %1</translation>
    </message>
    <message>
        <source>Sets of filters, arranged tracks and columns</source>
        <translation>Sets von Filtern, angeordneten Spuren und Spalten</translation>
    </message>
    <message>
        <source>track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Select a slice first: it is what is copied</source>
        <translation>Zuerst einen Abschnitt wählen: er ist es, der kopiert wird</translation>
    </message>
    <message>
        <source>Copied the selected slice</source>
        <translation>Gewählten Abschnitt kopiert</translation>
    </message>
</context>
<context>
    <name>traceglass::TimelineScene</name>
    <message>
        <source>%1 · bytes, not time</source>
        <translation>%1 · Bytes, keine Zeit</translation>
    </message>
    <message>
        <source>%1 · steps, not time</source>
        <translation>%1 · Schritte, keine Zeit</translation>
    </message>
    <message>
        <source>%1 · the ruler above</source>
        <translation>%1 · das Lineal oben</translation>
    </message>
    <message>
        <source>%1 · aligned by hand</source>
        <translation>%1 · von Hand ausgerichtet</translation>
    </message>
    <message>
        <source>%1 · not aligned</source>
        <translation>%1 · nicht ausgerichtet</translation>
    </message>
</context>
<context>
    <name>traceglass::TimelineView</name>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>began before the recording</source>
        <translation>begann vor der Aufzeichnung</translation>
    </message>
    <message>
        <source>has not ended in the recording</source>
        <translation>endete nicht in der Aufzeichnung</translation>
    </message>
    <message>
        <source>its times are estimates</source>
        <translation>seine Zeiten sind geschätzt</translation>
    </message>
    <message>
        <source>its record is damaged</source>
        <translation>sein Datensatz ist beschädigt</translation>
    </message>
    <message>
        <source>polling</source>
        <translation>im Poll</translation>
    </message>
    <message>
        <source>scheduled</source>
        <translation>eingeplant</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>created</source>
        <translation>erzeugt</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>No flow leads on from here</source>
        <translation>Von hier führt kein Fluss weiter</translation>
    </message>
    <message>
        <source>No flow leads here</source>
        <translation>Hierher führt kein Fluss</translation>
    </message>
    <message>
        <source>Where flows lead on to</source>
        <translation>Wohin Flüsse führen</translation>
    </message>
    <message>
        <source>Where flows come from</source>
        <translation>Woher Flüsse kommen</translation>
    </message>
    <message>
        <source>Only the first %1 flows are known</source>
        <translation>Nur die ersten %1 Flüsse sind bekannt</translation>
    </message>
</context>
<context>
    <name>traceglass::Tour</name>
    <message>
        <source>Tour</source>
        <translation>Rundgang</translation>
    </message>
    <message>
        <source>&amp;Skip the tour</source>
        <translation>Rundgang über&amp;springen</translation>
    </message>
    <message>
        <source>Esc; the menu Help has it again</source>
        <translation>Esc; im Menü Hilfe steht er wieder</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>&amp;Fertig</translation>
    </message>
</context>
<context>
    <name>traceglass::TurnedTable</name>
    <message>
        <source>Reckoning …</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>the table</source>
        <translation>die Tabelle</translation>
    </message>
</context>
</TS>
