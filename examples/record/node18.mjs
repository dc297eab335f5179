/** The v2 SDK expects the global `crypto` of Node 20; Node 18 has it in a module only. Import this first. */
import { webcrypto } from 'node:crypto';

globalThis.crypto ??= webcrypto;
