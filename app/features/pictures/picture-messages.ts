/** What people are told about a picture that was not taken (spec 2 §5 and §8). */
export const pictureMessages = {
  tooLarge: "画像ファイルは10MB以下にしてください",
  notAnImage: "画像ファイルのみアップロード可能です",
  failed: "アップロードに失敗しました",
} as const;

/** Largest picture file, in bytes (spec 2 §9). */
export const largestPicture = 10 * 1024 * 1024;

/** For the file dialog; what a file really is, its content decides. */
export const pictureTypes = "image/jpeg,image/png,image/gif,image/webp";
