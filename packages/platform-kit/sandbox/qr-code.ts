import { renderUnicodeCompact } from 'uqr';

/** A QR code of a text, in lines of a terminal. */
export const qrCodeOf = (text: string): string => renderUnicodeCompact(text);
