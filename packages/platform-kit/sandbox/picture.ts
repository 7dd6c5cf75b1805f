import { readFile } from 'node:fs/promises';

/** The JPEG bytes of an image, by its ID in a user profile. */
export function readPicture(imageId: string): Promise<Buffer> {
  return readFile(new URL(`school/pictures/${imageId}.jpg`, import.meta.url));
}
