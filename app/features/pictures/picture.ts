interface PictureFiles {
  large: string;
  small: string;
}

export const pictureFolder = "pictures/";

export const pictureFolderOf = (userId: string) => `${pictureFolder}${userId}/`;

export function pictureKeys(userId: string, imageId: string): PictureFiles {
  const stem = `${pictureFolderOf(userId)}${imageId}`;
  return { large: `${stem}-512.webp`, small: `${stem}-96.webp` };
}

/** As in `users.picture`. */
export function picturePath(userId: string, imageId: string): string {
  return `/uploads/${userId}/${imageId}.webp`;
}

/** 96 px; null for a picture that was not uploaded. */
export function smallPicture(picture: string): string | null {
  return isUploaded(picture) ? picture.replace(/\.webp$/, "-96.webp") : null;
}

/** Other pictures come from the member's Google account. */
export function isUploaded(picture: string): boolean {
  return picture.startsWith("/uploads/");
}

/** Null for a picture that was not uploaded. */
export function filesOfPicture(picture: string | null): PictureFiles | null {
  const [, userId, imageId] = /^\/uploads\/([a-z0-9_-]+)\/([0-9a-f]{32})\.webp$/.exec(picture ?? "") ?? [];
  return userId && imageId ? pictureKeys(userId, imageId) : null;
}

/** Null for names that no picture has. */
export function keyOfUpload(userId: string, file: string): string | null {
  const [, imageId, small] = /^([0-9a-f]{32})(-96)?\.webp$/.exec(file) ?? [];
  if (!imageId || !/^[a-z0-9_-]{1,64}$/.test(userId)) return null;
  const keys = pictureKeys(userId, imageId);
  return small ? keys.small : keys.large;
}

export const pictureOfUpload = (userId: string, file: string) =>
  `/uploads/${userId}/${file.replace("-96.webp", ".webp")}`;

export const pictureMessages = {
  tooLarge: "画像ファイルは10MB以下にしてください",
  notAnImage: "画像ファイルのみアップロード可能です",
  failed: "アップロードに失敗しました",
} as const;

export const maxPictureBytes = 10 * 1024 * 1024;

/** Only for the file dialog; the server looks at the file's content. */
export const pictureTypes = "image/jpeg,image/png,image/gif,image/webp";
