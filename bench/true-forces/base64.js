/** The bytes of a typed array as text. */
export function encode({ buffer }) {
  return Buffer.from(buffer).toString("base64");
}

export function decode(text) {
  return Uint8Array.from(Buffer.from(text, "base64")).buffer;
}
