const TEXT_FINAL = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/**
 * A text message as an unmasked frame of RFC 6455. Encoded once and written to every socket that gets it, instead of
 * once per socket (goals.md, socket row).
 */
export function encodeTextFrame(text: string): Buffer {
  const body = Buffer.from(text, 'utf8');
  const short = body.length < LENGTH_16;
  const head = Buffer.alloc(short ? 2 : body.length < 0x1_0000 ? 4 : 10);
  head[0] = TEXT_FINAL;
  if (short) {
    head[1] = body.length;
  } else if (head.length === 4) {
    head[1] = LENGTH_16;
    head.writeUInt16BE(body.length, 2);
  } else {
    head[1] = LENGTH_64;
    head.writeBigUInt64BE(BigInt(body.length), 2);
  }
  return Buffer.concat([head, body]);
}
