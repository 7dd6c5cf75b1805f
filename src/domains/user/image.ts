/** A JPEG image, base64-encoded as the platform sends it. */
export interface Picture {
  base64: string;
}

export const imageResolvers = {
  base64: ({ base64 }: Picture) => base64,
  dataUri: ({ base64 }: Picture) => `data:image/jpeg;base64,${base64}`,
  byteLength: ({ base64 }: Picture) => Buffer.byteLength(base64, 'base64'),
};
