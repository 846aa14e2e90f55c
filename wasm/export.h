/* export.h - what a WebAssembly module gives to its host. */
#ifndef WASM_EXPORT_H
#define WASM_EXPORT_H
#define EXPORT(name) __attribute__((export_name(#name))) name
#endif
