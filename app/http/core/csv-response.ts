/** A file that the browser saves under `name`. */
export function csvResponse(
  body: string | ReadableStream<Uint8Array>,
  { name, cacheControl = "private, no-store" }: { name: string; cacheControl?: string },
): Response {
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": cacheControl,
    },
  });
}
