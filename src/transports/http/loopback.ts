import { isIP } from 'node:net';

/** Whether a host name always leads to this machine. @param name as a URL has it: lower case, IPv6 in brackets. */
export const isLoopback = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '[::1]' ||
  (isIP(name) === 4 && name.startsWith('127.'));

/** Whether no page of the internet can have this host name: an address, or a name without a dot. @param name as above. */
export const isLocal = (name: string): boolean =>
  isLoopback(name) || !name.includes('.') || name.startsWith('[') || isIP(name) !== 0;
