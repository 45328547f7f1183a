import { Invalid } from "#app/features/domain-error.ts";
import { pictureMessages } from "#app/features/pictures/picture-messages.ts";
import { HttpError } from "./error-response.ts";

/** The one file in the field `image` of a form. Throws `Invalid` when there is none, or several. */
export async function pictureIn(form: FormData): Promise<Uint8Array> {
  const [file, ...more] = form.getAll("image");
  if (!(file instanceof File) || more.length > 0) throw new Invalid({ image: [pictureMessages.notAnImage] });
  return new Uint8Array(await file.arrayBuffer());
}

/** Puts a body that was too large in the words for a picture; to people the form around it does not exist. */
export async function sayTooLarge<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof HttpError && error.status === 413) {
      throw new Invalid({ image: [pictureMessages.tooLarge] });
    }
    throw error;
  }
}
