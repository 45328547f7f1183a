import { refusalOf } from "#app/lib/ask-server.ts";
import { pictureMessages } from "../pictures/picture-messages.ts";

interface Upload {
  status: number;
  problem: string | null;
}

/**
 * Sends a picture to the upload call, telling how much of it has gone (0–100 %). Resolves with the HTTP
 * status (0 when no answer came) and what to tell people when it was not taken, null when it was. Not `fetch`: that knows nothing of its progress.
 */
export function uploadPicture(file: File, onProgress: (percent: number) => void): Promise<Upload> {
  const form = new FormData();
  form.set("image", file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/upload/profile-image");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? (100 * loaded) / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      resolve({ status, problem: status === 200 ? null : refusalIn(responseText) });
    };
    request.onerror = () => resolve({ status: 0, problem: pictureMessages.failed });
    request.onabort = request.onerror;
    request.send(form);
  });
}

function refusalIn(text: string): string {
  try {
    return refusalOf(JSON.parse(text)).error || pictureMessages.failed;
  } catch {
    return pictureMessages.failed;
  }
}
