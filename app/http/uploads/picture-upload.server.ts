import { Invalid } from "#app/features/domain-error.ts";
import { pictureMessages } from "#app/features/pictures/picture.ts";
import {
  type SpooledForm,
  spoolToTempFile,
} from "#app/features/pictures/server/spool-to-temp-file.server.ts";
import { HttpError } from "../core/error-response.ts";
import { isMultipart } from "../core/request-kind.ts";

/**
 * Spools a form with a picture to a temporary file, unparsed: the encoder reads it. Throws `Invalid` (too large, no file),
 * `HttpError` 415.
 */
export async function receivePicture(request: Request): Promise<SpooledForm> {
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!isMultipart(request) || !request.body) {
    if (/^application\/x-www-form-urlencoded\b/i.test(contentType) || isMultipart(request))
      throw new Invalid({ image: [pictureMessages.notAnImage] });
    throw new HttpError(415, "unsupported_media_type", "フォームから送信してください");
  }
  try {
    return { contentType, file: await spoolToTempFile(request.body) };
  } catch (error) {
    if (error instanceof HttpError && error.status === 413)
      throw new Invalid({ image: [pictureMessages.tooLarge] });
    throw error;
  }
}
