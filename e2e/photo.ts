import sharp from "sharp";

export const photo = async () => ({
  name: "photo.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 40, height: 30, channels: 3, background: "#336699" } })
    .png()
    .toBuffer(),
});

/** Calls itself a picture and is none. */
export const notPhoto = { name: "photo.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
