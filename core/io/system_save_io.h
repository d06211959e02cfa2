// The SaveIo of the operating system (save_io.h), for those who only hand it on: views, too, which see no more of it.
#pragma once

namespace traceglass {

class SaveIo;
SaveIo& systemSaveIo();

}
