/** The two files of a member's uploaded picture: their storage keys and public address. */
interface PictureFiles {
  large: string;
  small: string;
}

/** Prefix of the storage keys of all uploaded pictures. */
export const pictureFolder = "pictures/";

/** Prefix of the storage keys of a member's pictures. */
export const pictureFolderOf = (userId: string) => `${pictureFolder}${userId}/`;

/** Storage keys of an uploaded picture's two sizes. */
export function pictureKeys(userId: string, imageId: string): PictureFiles {
  const stem = `${pictureFolderOf(userId)}${imageId}`;
  return { large: `${stem}-512.webp`, small: `${stem}-96.webp` };
}

/** `/uploads/{userId}/{imageId}.webp`, as it stands in `users.picture`. */
export function picturePath(userId: string, imageId: string): string {
  return `/uploads/${userId}/${imageId}.webp`;
}

/** The 96 px file of an uploaded picture; null for a picture of another kind. */
export function smallPicture(picture: string): string | null {
  return isUploaded(picture) ? picture.replace(/\.webp$/, "-96.webp") : null;
}

/** Whether a picture was uploaded by a member; others come from their Google account. */
export function isUploaded(picture: string): boolean {
  return picture.startsWith("/uploads/");
}

/** The files behind a member's picture; null for one that was not uploaded. */
export function filesOfPicture(picture: string | null): PictureFiles | null {
  const [, userId, imageId] = /^\/uploads\/([a-z0-9_-]+)\/([0-9a-f]{32})\.webp$/.exec(picture ?? "") ?? [];
  return userId && imageId ? pictureKeys(userId, imageId) : null;
}

/** The storage key behind `/uploads/{userId}/{file}`; null for names that no picture has. */
export function keyOfUpload(userId: string, file: string): string | null {
  const [, imageId, small] = /^([0-9a-f]{32})(-96)?\.webp$/.exec(file) ?? [];
  if (!imageId || !/^[a-z0-9_-]{1,64}$/.test(userId)) return null;
  const keys = pictureKeys(userId, imageId);
  return small ? keys.small : keys.large;
}

/** The picture, as it stands in `users.picture`, that the file `/uploads/{userId}/{file}` belongs to. */
export const pictureOfUpload = (userId: string, file: string) =>
  `/uploads/${userId}/${file.replace("-96.webp", ".webp")}`;

export const pictureMessages = {
  tooLarge: "画像ファイルは10MB以下にしてください",
  notAnImage: "画像ファイルのみアップロード可能です",
  failed: "アップロードに失敗しました",
} as const;

export const maxPictureBytes = 10 * 1024 * 1024;

/** For the file dialog only; the server looks at the content of a file. */
export const pictureTypes = "image/jpeg,image/png,image/gif,image/webp";
