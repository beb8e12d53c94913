import { setFlagsFromString } from 'node:v8';

// Nearly all objects of a start stay, so V8 would double the part of its heap for young ones up to
// 32 MB, and keep that. The server lets it grow once it is ready; modules load only here, below.
setFlagsFromString('--semi-space-growth-factor=1');
await import('./server.ts');
