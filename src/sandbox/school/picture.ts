import { readFile } from 'node:fs/promises';

/** The JPEG bytes of an image ID that a user of the school carries. */
export function readPicture(imageId: string): Promise<Buffer> {
  return readFile(new URL(`pictures/${imageId}.jpg`, import.meta.url));
}
