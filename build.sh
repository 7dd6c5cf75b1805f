asc src/projection/assembly/index.ts -o src/projection/projection.wasm -O3 --runtime stub --noAssert --enable simd --initialMemory 1 --maximumMemory 1024 --importMemory
