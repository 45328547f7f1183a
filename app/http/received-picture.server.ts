import { Invalid } from "#app/features/domain-error.ts";
import { pictureMessages } from "#app/features/pictures/picture-messages.ts";
import type { SentForm } from "#app/features/pictures/sent-form.ts";
import { keepBody } from "#app/features/pictures/server/keep-body.server.ts";
import { HttpError } from "./error-response.ts";
import { isMultipart } from "./is-multipart.ts";

/**
 * The form that brings a picture, taken in as it is: its encoder reads it. Throws `Invalid` for a body that is too large
 * (to people the form around the picture does not exist) or a form without files, `HttpError` 415 for no form.
 */
export async function receivePicture(request: Request): Promise<SentForm> {
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!isMultipart(request) || !request.body) {
    if (/^application\/x-www-form-urlencoded\b/i.test(contentType) || isMultipart(request))
      throw new Invalid({ image: [pictureMessages.notAnImage] });
    throw new HttpError(415, "unsupported_media_type", "フォームから送信してください");
  }
  try {
    return { contentType, file: await keepBody(request.body) };
  } catch (error) {
    if (error instanceof HttpError && error.status === 413)
      throw new Invalid({ image: [pictureMessages.tooLarge] });
    throw error;
  }
}
