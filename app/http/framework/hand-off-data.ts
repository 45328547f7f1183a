// React Router hands the loaders' data to the browser as a stream of bytes, which `<ServerRouter>` writes as scripts behind
// suspended boundaries. Pages here wait for all data, so it is one script. Can go when `<ServerRouter>` renders data that
// is there already without suspending.

/** The whole text of the stream `serverHandoffStream` of an entry context. */
export async function readHandoff(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}

/** JavaScript that passes the text to the router, for an inline script after `<Scripts>`. */
export const dataScript = (text: string): string =>
  `{const to=window.__reactRouterContext.streamController;to.enqueue('${text.replace(special, escaped)}');to.close()}`;

/** What would end the literal or the script, or is no character of a literal. */
const special = /[\\'<\n\r\u2028\u2029]/g;

const escaped = (character: string) =>
  character === "\\" ? "\\\\" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
