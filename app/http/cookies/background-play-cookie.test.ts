import { afterEach, expect, test, vi } from "vitest";
import { backgroundPlayHeader, readBackgroundPlay } from "./background-play-cookie.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each(["https://mugen.example/settings", "http://127.0.0.1:3000/settings"])(
  "at %s page and server name the choice alike, over TLS so that no other host can set it",
  async (address) => {
    const url = new URL(address);
    const document = { cookie: "" };
    vi.stubGlobal("location", url);
    vi.stubGlobal("document", document);
    vi.resetModules();
    const page = await import("#app/features/playback/background-play.ts");
    page.setBackgroundPlay(true);
    expect(document.cookie).toBe(backgroundPlayHeader(true, url));
    expect(/^__Host-.*; Path=\/; .*; Secure$/.test(document.cookie)).toBe(url.protocol === "https:");
    expect(page.isBackgroundPlayOn()).toBe(true);
    const [pair = ""] = document.cookie.split(";");
    expect(readBackgroundPlay(new Request(url, { headers: { Cookie: pair } }), url)).toBe(true);
    document.cookie = pair.replace("=on", "=off");
    expect(page.isBackgroundPlayOn()).toBe(false);
  },
);
