import { RefusedSource } from "./source.ts";

const metaBytes = 4096;
/** Cut or patched UTF-8 is still UTF-8. */
const maxReplaced = 0.002;

/**
 * By byte order mark, `label` or HTML, else UTF-8, UTF-16, ISO-2022-JP, Shift_JIS or EUC-JP. Throws `RefusedSource`
 * ("unknown-encoding"), also for no text.
 */
export function decodeText(
  bytes: Uint8Array,
  o: { label?: string | undefined; isHtml?: boolean } = {},
): string {
  const marked = byMark(bytes);
  const named = o.label ?? (o.isHtml ? labelOfHtml(bytes) : undefined);
  const text =
    marked ??
    decode(bytes, named) ??
    utf16(bytes) ??
    (isEscaped(bytes) ? decode(bytes, "iso-2022-jp") : null) ??
    decode(bytes, "utf-8") ??
    japanese(bytes) ??
    nearlyUtf8(bytes);
  if (text === null || isBinary(text)) throw new RefusedSource("unknown-encoding");
  return text;
}

function isEscaped(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 65_536));
  return head.includes("\u001b$B") || head.includes("\u001b$@");
}

/** Null if a byte does not fit, or the name is none. */
function decode(bytes: Uint8Array, label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function byMark(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder().decode(bytes);
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return null;
}

/** Unmarked: every other byte of line breaks and Latin letters is zero. */
function utf16(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < 2 || Math.min(even, odd) > 0) return null;
  return decode(bytes, even > odd ? "utf-16be" : "utf-16le");
}

function labelOfHtml(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, metaBytes));
  return /<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{2,30})/i.exec(head)?.[1];
}

/** If both fit, the one with more everyday Japanese. */
function japanese(bytes: Uint8Array): string | null {
  const texts = ["shift_jis", "euc-jp"].flatMap((label) => decode(bytes, label) ?? []);
  const [best] = texts
    .map((text) => ({ text, score: score(text.slice(0, 20_000)) }))
    .sort((a, b) => b.score - a.score);
  return best?.text ?? null;
}

/** Kana are everywhere, half-width ones and rare alphabets hardly. */
function score(text: string): number {
  const usual = text.match(/[ぁ-んァ-ヶ、。ー]/gu)?.length ?? 0;
  const rare = text.match(/[ｦ-ﾟ\u0370-\u04ff\u2500-\u257f\ue000-\uf8ff]/gu)?.length ?? 0;
  return (usual - 2 * rare) / (text.length || 1);
}

function nearlyUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  const replaced = text.match(/\ufffd/g)?.length ?? 0;
  return replaced > 0 && replaced <= 1 + text.length * maxReplaced && text.length > 20 ? text : null;
}

function isBinary(text: string): boolean {
  const controls = text.match(/(?![\t-\r])\p{Cc}/gu)?.length ?? 0;
  return controls > 3 + text.length / 1000;
}
