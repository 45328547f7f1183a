const body = JSON.stringify({ pong: true, timestamp: new Date(0).toISOString() });

export const loader = () =>
  new Response(body, {
    headers: { "Content-Type": "application/json", "Content-Length": String(body.length) },
  });
