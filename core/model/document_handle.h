// An opened capture in the hands of those who may not read it: views give it to a NoteStore or ask about it, and can do
// nothing else with it. Who reads gets the document by documentOf() (document.h), which does not compile in a view.
#pragma once

#include <memory>

namespace traceglass {

class Document;

class DocumentHandle
{
public:
    explicit DocumentHandle(std::shared_ptr<const Document> document)
        : m_document(std::move(document))
    {
    }

private:
    friend struct DocumentOf; // document.h

    std::shared_ptr<const Document> m_document;
};

}
