#ifndef LUABRIDGE_H
#define LUABRIDGE_H
#endif
