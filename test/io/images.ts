import { Hash } from "../../src/math/hash.js";
import { readPng } from "../../src/io/index.js";

/** Small PNGs of several kinds, and the digest of their pixels: the same in every engine. */
export const PICTURES: readonly { name: string; base64: string; digest: string }[] = [
  {
    name: "grey, 1 bit",
    base64:
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAEAQAAAABuSMjtAAAAEElEQVR4nGO4wTiDxYG5BgAKQAI1xbUcjwAAAABJRU5ErkJggg==",
    digest: "eeb390be849fafcb",
  },
  {
    name: "grey, 16 bits",
    base64:
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAEEAAAAAAzyHbfAAAAN0lEQVR4nAEsANP/ABWyh/Zlt5DXEwwBwoiExVrLI6ZMAQRvbh3tv5dJfUIjA6jxe4fDjLZaHgy08hNJTwQgnQAAAABJRU5ErkJggg==",
    digest: "897514e2c3ef4c29",
  },
  {
    name: "colors, 8 bits",
    base64:
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAECAIAAADJUWIXAAAAS0lEQVR4nAFAAL//APUUdSd1oBWVHrA2bRN3CQGFdrXoEYjJHMP95k2OqOkExH22eMgBVDxCJt8Yf0uLA5AiQmK1S45XwqwXX2oN23JLG4Y6S9cXAAAAAElFTkSuQmCC",
    digest: "70a5796a673af445",
  },
  {
    name: "palette, 4 bits",
    base64:
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAEBAMAAAC0HehzAAAAMFBMVEUA/wAQ9kcg7Y4w5NVA2xxQ0mNgyapwwPGAtziQrn+gpcawnA3Ak1TQipvggeLweClXo+F8AAAAGElEQVR4nGPIWNLA+CxsC4uucwCzyNGFADAuBb8cbVzLAAAAAElFTkSuQmCC",
    digest: "033829a3b59b1a69",
  },
  {
    name: "colors and alpha, 16 bits",
    base64:
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAEEAYAAAAWoykDAAAAr0lEQVR4nAGkAFv/AJ2wDYjbnEzDWOdvzZC28mt9DxyJ4wtRRvvYlH0wgqUaNKsbs+pG9XEBDxIZgdkhh1LIHDeAatxM/0V9ogEU7s+U2c5jUMUEYqZSKKAJAGqvMgTgU/jHpY8ZqfblhcXfQPTgirKcF2+EjiP/IdeI3LkB5F2gsKqYVKaSA2yqsrP1Zj3R/KuYKH41Kz0/9linDVqP00QygWS3A41frGUiYvwDSicL2lBq4p76mQAAAABJRU5ErkJggg==",
    digest: "7ec79853c8e96faf",
  },
];

export function digestOf(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const { width, height, values } = readPng(bytes);
  return new Hash().add(Float64Array.of(width, height)).add(values).digest();
}
