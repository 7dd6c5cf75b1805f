import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A place in the log of a topic: after the entry with this number. */
export interface Place {
  /** 16 bytes in hexadecimal digits. */
  epoch: string;
  sequence: number;
}

/** `unknown`: undamaged, but signed with a key that is gone. Null: not a cursor of this topic and caller. */
export type Opened = Place | 'unknown' | null;

const FORM = /^[\w-]{80,128}$/;

/** Signs places. Topic and caller are part of the signature, so a cursor serves nobody else. */
export class Cursors {
  readonly #key: Buffer;
  readonly #keyId: Buffer;

  constructor(secret: string) {
    this.#key = createHash('sha256').update(`cursor key ${secret}`).digest();
    this.#keyId = sha256(this.#key).subarray(0, 4);
  }

  /** key ID (4) | epoch (16) | sequence (8) | signature (24) | checksum (8) */
  close({ epoch, sequence }: Place, topic: string, caller: string): string {
    const place = Buffer.concat([this.#keyId, Buffer.from(epoch, 'hex'), Buffer.alloc(8)]);
    place.writeBigUInt64BE(BigInt(sequence), 20);
    const signed = Buffer.concat([place, this.#sign(place, topic, caller)]);
    return Buffer.concat([signed, sha256(signed).subarray(0, 8)]).toString('base64url');
  }

  open(cursor: string, topic: string, caller: string): Opened {
    const bytes = Buffer.from(FORM.test(cursor) ? cursor : '', 'base64url');
    // The last character of the text may have bits that no byte has.
    if (bytes.length !== 60 || bytes.toString('base64url') !== cursor) return null;
    const [place, signature, checksum] = [bytes.subarray(0, 28), bytes.subarray(28, 52), bytes.subarray(52)];
    if (!sha256(bytes.subarray(0, 52)).subarray(0, 8).equals(checksum)) return null;
    if (!place.subarray(0, 4).equals(this.#keyId)) return 'unknown';
    if (!timingSafeEqual(signature, this.#sign(place, topic, caller))) return null;
    return { epoch: place.toString('hex', 4, 20), sequence: Number(place.readBigUInt64BE(20)) };
  }

  #sign(place: Buffer, topic: string, caller: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(place)
      .update(JSON.stringify([topic, caller]))
      .digest()
      .subarray(0, 24);
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
