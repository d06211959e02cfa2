// What the threads of the demo's shop do, as CallTree reads it.
#include "core/formats/cjfr/demo/jvm_calls.h"

namespace traceglass::cjfr {

const std::string_view kShopCalls = R"(
[read]
sun/nio/ch/NioSocketImpl.read:346
 sun/nio/ch/NioSocketImpl.implRead:309
  sun/nio/ch/SocketDispatcher.read:46
   sun/nio/ch/SocketDispatcher.read0:0 native @$1

[write]
sun/nio/ch/NioSocketImpl.write:403
 sun/nio/ch/NioSocketImpl.implWrite:384
  sun/nio/ch/SocketDispatcher.write:57
   sun/nio/ch/SocketDispatcher.write0:0 native @$1

[query]
shop/db/Connection.query:148
 shop/db/Wire.send:77
  =write $1-db-write
 shop/db/Wire.receive:102
  =read $1-db-read
 shop/db/RowReader.next:61
  shop/db/RowReader.column:88 *$2
  java/lang/String.<init>:554
   java/lang/StringCoding.countPositives:37 *$3

[json]
shop/json/Writer.write:39
 shop/json/Writer.object:52
  shop/json/Writer.array:71
   shop/json/Writer.object:55
    shop/json/Writer.string:96 *$1
    shop/json/Writer.number:110
     java/lang/Long.toString:489 *$2
  java/lang/StringBuilder.append:179 *$2

java/lang/Thread.run:1583
 java/util/concurrent/ThreadPoolExecutor$Worker.run:642
  java/util/concurrent/ThreadPoolExecutor.runWorker:1144
   sun/net/httpserver/ServerImpl$Exchange.run:882 #http
    sun/net/httpserver/Request.<init>:62
     sun/net/httpserver/Request.readLine:89
      sun/net/httpserver/ChannelInput.read:97 *2
      =read client-read
     sun/net/httpserver/Request.headers:182
      com/sun/net/httpserver/Headers.normalize:154 *2
    com/sun/net/httpserver/Filter$Chain.doFilter:98
     sun/net/httpserver/AuthFilter.doFilter:82
      com/sun/net/httpserver/Filter$Chain.doFilter:98
       shop/web/MetricsFilter.doFilter:37
        com/sun/net/httpserver/Filter$Chain.doFilter:101
         shop/web/Router.handle:54 @request
          shop/web/Session.load:70
           java/util/Base64$Decoder.decode0:755 *2
          shop/catalog/SearchHandler.handle:58 #search @search
           shop/catalog/QueryParser.parse:44
            shop/catalog/QueryParser.tokens:90 *2
            java/util/regex/Pattern$GroupHead.match:4968 *3
           shop/catalog/Index.search:131
            shop/catalog/Index.candidates:160
             shop/catalog/PostingList.intersect:48 *14
             shop/catalog/PostingList.decode:73
              shop/catalog/VarInts.read:25 *9
            shop/catalog/Ranker.rank:52
             shop/catalog/Ranker.score:81
              shop/catalog/Bm25.weight:33 *10
              java/lang/StrictMath.log:206 *4
             java/util/PriorityQueue.offer:341
              java/util/PriorityQueue.siftUpUsingComparator:674 *4
           =query search 3 1
           =json 5 2
          shop/catalog/ProductHandler.handle:41 #product @product
           shop/cache/ProductCache.get:66
            java/util/concurrent/ConcurrentHashMap.get:936
             shop/cache/Key.hashCode:29 *3
           =query product 4 2
           shop/images/Thumbnails.load:83
            java/io/FileInputStream.read:289
             java/io/FileInputStream.readBytes:0 native @image-read
            shop/images/Scaler.halve:112
             shop/images/Scaler.row:140 *11
           shop/web/Template.render:57
            shop/web/Template.node:92
             shop/web/Template.loop:120
              shop/web/Template.node:92
               shop/web/Html.escape:34 *7
               java/lang/StringBuilder.append:179 *3
          shop/cart/CartHandler.handle:47 #cart @cart
           shop/cart/CartRegistry.update:73 @cart-lock
            shop/cart/Cart.recount:118
             shop/cart/Prices.total:64 *5
             java/math/BigDecimal.add:1381 *4
           =query cart 3 1
           =json 3 1
          shop/orders/CheckoutHandler.handle:66 #checkout @checkout
           shop/cart/CartRegistry.take:95 @checkout-lock
            shop/orders/Journal.append:58
             java/io/FileOutputStream.write:367
              java/io/FileOutputStream.writeBytes:0 native @journal-write
           shop/orders/Order.validate:140
            shop/orders/Address.normalise:52 *4
            java/util/regex/Pattern.matcher:1134
             java/util/regex/Pattern$Start.match:3787 *3
           shop/payment/Signature.sign:71
            java/security/Signature$Delegate.engineSign:1423
             sun/security/rsa/RSASignature.engineSign:194
              java/math/BigInteger.modPow:2580
               java/math/BigInteger.implMontgomeryMultiply:2720 *12
           =query checkout 3 1
           =json 2 1
           java/lang/Throwable.fillInStackTrace:0 native @declined
          shop/web/Response.send:88
           sun/net/httpserver/PlaceholderOutputStream.write:151
            =write client-write
           java/util/zip/Deflater.deflate:583
            java/util/zip/Deflater.deflateBytesBytes:0 native *3
java/lang/Thread.run:1583
 java/util/concurrent/ThreadPoolExecutor$Worker.run:642
  java/util/concurrent/ThreadPoolExecutor.runWorker:1123
   java/util/concurrent/ThreadPoolExecutor.getTask:1070
    java/util/concurrent/LinkedBlockingQueue.take:435
     java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject.await:1707
      java/util/concurrent/locks/LockSupport.park:371
       jdk/internal/misc/Unsafe.park:0 native @idle
shop/Main.main:31
 shop/Main.watch:64
  java/lang/Thread.sleep0:0 native @watch
  shop/Health.report:40
   java/io/FileOutputStream.write:367
    java/io/FileOutputStream.writeBytes:0 native @health-write
  java/lang/Thread.start:1526 @start
  jdk/internal/loader/BuiltinClassLoader.loadClass:641 @load
java/lang/Thread.run:1583
 shop/catalog/Indexer.run:52
  shop/catalog/ChangeQueue.await:39
   java/lang/Object.wait0:0 native @changes
  shop/catalog/Indexer.rebuild:77 #index
   shop/catalog/Source.read:60
    java/io/RandomAccessFile.read:405
     java/io/RandomAccessFile.readBytes0:0 native @source-read
   shop/catalog/Tokenizer.split:84
    shop/catalog/Tokenizer.isWord:101 *6
    java/lang/Character.isLetter:10762
     java/lang/CharacterDataLatin1.getProperties:74 *3
   shop/catalog/PostingList.add:96
    java/util/Arrays.copyOf:3540 *4
    shop/catalog/VarInts.write:41 *5
   java/util/TreeMap.put:856
    java/lang/String.compareTo:1451 *6
java/lang/Thread.run:1583
 shop/mail/Sender.run:44
  java/util/concurrent/LinkedBlockingQueue.poll:460
   java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject.awaitNanos:1746
    java/util/concurrent/locks/LockSupport.parkNanos:269
     jdk/internal/misc/Unsafe.park:0 native @mail-idle
  shop/mail/Smtp.send:91 #mail
   =write mail-write
   =read mail-read
   shop/mail/Mime.encode:58 *3
java/lang/Thread.run:1583
 shop/report/ReportJob.run:48
  shop/report/SalesReport.build:90 #report
   shop/report/SalesReport.rows:133
    java/util/stream/ReferencePipeline.collect:682
     java/util/stream/ReferencePipeline$3$1.accept:197
      shop/report/Row.copy:27
       java/util/HashMap.resize:710 *9 @report-map
       java/util/Arrays.copyOf:3541 *7 @report-array
      shop/report/Row.<init>:19 *8 @report-row
   shop/report/Csv.line:44
    java/lang/String.format:4440 *10 @report-text
    java/lang/StringBuilder.toString:475 *4 @report-string
  shop/report/Csv.flush:71
   java/io/FileOutputStream.write:367
    java/io/FileOutputStream.writeBytes:0 native @report-write
java/lang/Thread.run:1583
 shop/imports/Feed.run:35
  shop/imports/Feed.fetch:61 #import
   =read feed-read
   shop/imports/XmlReader.next:120
    shop/imports/XmlReader.text:148 *6
    shop/imports/XmlReader.attribute:171 *3
)";

}
