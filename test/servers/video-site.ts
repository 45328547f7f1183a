import { createServer } from "node:http";
import { listen } from "../listen.ts";

interface PublicVideo {
  title: string;
  author: string;
  /** Only in Vimeo's oEmbed. */
  description?: string;
}

export interface VideoSite {
  origin: string;
  /** By page address; a number is the answered status. */
  videos: Map<string, PublicVideo | number>;
  asked: string[];
  close(): Promise<void>;
}

/** Starts oEmbed of YouTube and Vimeo on loopback, with refusals. */
export async function startVideoSite(): Promise<VideoSite> {
  const videos: VideoSite["videos"] = new Map();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const isVimeo = url.pathname === "/api/oembed.json";
    const page = url.searchParams.get("url") ?? "";
    asked.push(page);
    const video = videos.get(page);
    const isKnown =
      isVimeo ||
      (url.pathname === "/oembed" && url.searchParams.get("format") === "json" && request.method === "GET");
    if (!isKnown || video === undefined || typeof video === "number") {
      const status = typeof video === "number" ? video : isVimeo ? 404 : 400;
      response
        .writeHead(status, { "Content-Type": "text/plain" })
        .end(status === 400 ? "Bad Request" : "Not Found");
      return;
    }
    response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" });
    response.end(
      JSON.stringify({
        type: "video",
        version: "1.0",
        provider_name: isVimeo ? "Vimeo" : "YouTube",
        title: video.title,
        author_name: video.author,
        author_url: `${url.origin}/author`,
        html: "<iframe></iframe>",
        width: 200,
        height: 113,
        ...(isVimeo ? { description: video.description ?? null } : {}),
      }),
    );
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    videos,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
