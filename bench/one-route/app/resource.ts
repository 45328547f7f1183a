const body = JSON.stringify({ pong: true, timestamp: new Date(0).toISOString() });

/** The least that a resource route can answer. */
export const loader = () =>
  new Response(body, {
    headers: { "Content-Type": "application/json", "Content-Length": String(body.length) },
  });
