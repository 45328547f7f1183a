import { expect, test } from "vitest";
import { parseVideoUrl } from "./video.ts";

test.each([
  "https://www.youtube.com/watch?v=jNQXAC9IVRw&t=10s&list=x",
  "http://youtube.com/watch?v=jNQXAC9IVRw",
  " https://m.youtube.com/watch?v=jNQXAC9IVRw ",
  "https://youtu.be/jNQXAC9IVRw?si=abc",
  "https://www.youtube.com/shorts/jNQXAC9IVRw",
  "https://www.youtube.com/live/jNQXAC9IVRw/",
  "https://www.youtube-nocookie.com/embed/jNQXAC9IVRw",
])("%s is a video of YouTube", (typed) => {
  expect(parseVideoUrl(typed)).toEqual({
    platform: "youtube",
    id: "jNQXAC9IVRw",
    url: "https://www.youtube.com/watch?v=jNQXAC9IVRw",
  });
});

test.each([
  "https://vimeo.com/76979871",
  "https://vimeo.com/channels/staffpicks/76979871",
  "https://player.vimeo.com/video/76979871?h=1",
])("%s is a video of Vimeo", (typed) => {
  expect(parseVideoUrl(typed)).toEqual({
    platform: "vimeo",
    id: "76979871",
    url: "https://vimeo.com/76979871",
  });
});

test.each([
  "",
  "jNQXAC9IVRw",
  "https://example.com/watch?v=jNQXAC9IVRw",
  "https://www.youtube.com.example.com/watch?v=jNQXAC9IVRw",
  "https://example.com/https://www.youtube.com/watch?v=jNQXAC9IVRw",
  "https://user:secret@www.youtube.com/watch?v=jNQXAC9IVRw",
  "https://www.youtube.com:8443/watch?v=jNQXAC9IVRw",
  "https://www.youtube.com/watch?v=short",
  "https://www.youtube.com/watch?v=jNQXAC9IVR%2F",
  "https://www.youtube.com/redirect?q=http://169.254.169.254/",
  "https://www.youtube.com/@someone",
  "https://vimeo.com/about",
  "https://127.0.0.1/watch?v=jNQXAC9IVRw",
  "ftp://www.youtube.com/watch?v=jNQXAC9IVRw",
  "javascript:alert(1)",
])("%s is no video", (typed) => {
  expect(parseVideoUrl(typed)).toBeNull();
});
