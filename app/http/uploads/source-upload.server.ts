import { Invalid } from "#app/features/domain-error.ts";
import {
  type SpooledForm,
  spoolToTempFile,
} from "#app/features/pictures/server/spool-to-temp-file.server.ts";
import { refusalMessages } from "#app/features/sources/sources.ts";
import { HttpError } from "../core/error-response.ts";
import { isMultipart } from "../core/request-kind.ts";

/**
 * Spools a form with a text file to a temporary file, unparsed: another process reads it. Throws `Invalid` (too large),
 * `HttpError` 415.
 */
export async function receiveSource(request: Request): Promise<SpooledForm> {
  if (!isMultipart(request) || !request.body)
    throw new HttpError(415, "unsupported_media_type", "フォームから送信してください");
  try {
    const contentType = request.headers.get("Content-Type") ?? "";
    return { contentType, file: await spoolToTempFile(request.body) };
  } catch (error) {
    if (error instanceof HttpError && error.status === 413)
      throw new Invalid({ file: [refusalMessages["too-large"]] });
    throw error;
  }
}
