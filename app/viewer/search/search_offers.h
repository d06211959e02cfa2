// What may stand where a query is written, as a list below its field: fields, values, queries of before. The field keeps
// the keyboard.
//
//     auto* offers = new SearchOffers(field);
//     offers->setSession(session);                       // null: nothing is open
//     if (offers->takeKey(*event)) return true;          // first, of the field's keys
//     offers->remember(query);                           // it was asked; askedChanged()
#pragma once

#include "core/query/offers.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"

#include <QPointer>
#include <QStringList>

class QKeyEvent;
class QLineEdit;
class QStandardItemModel;

namespace traceglass {

class RowView;

class SearchOffers : public QObject
{
    Q_OBJECT

public:
    explicit SearchOffers(QLineEdit* field);
    ~SearchOffers() override;

    void setSession(DocumentSession* session);
    void setAsked(const QStringList& queries) { m_asked = queries; } // the last one first
    const QStringList& asked() const { return m_asked; }
    void remember(const QString& query); // it was asked

    bool isShown() const;
    QStringList texts() const; // of what is offered
    bool takeKey(const QKeyEvent& key);
    void hide();

signals:
    void askedChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void learn(); // names of slices and tracks
    void learnValues(); // of the field that is written
    void offer(bool always);
    void show();
    void take(int row);

    QLineEdit* m_field;
    RowView* m_list;
    QStandardItemModel* m_model;
    QPointer<DocumentSession> m_session;
    std::unique_ptr<Asker> m_asker;
    QStringList m_asked;
    TimelinePtr m_learnt; // of which names are known
    std::vector<std::pair<std::string, std::uint64_t>> m_names;
    std::vector<std::string> m_tracks;
    query::Offers m_offers;
    std::string m_valuesOf; // the field whose values are known
    std::vector<query::FrequentValue> m_values;
    bool m_always = false; // it was asked for by keys
};

}
