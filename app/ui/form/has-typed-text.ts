/** Whether a field of the open page holds text: such a page must not be taken away from whoever writes. Browser only. */
export function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "textarea, form[method=post] input[type=text]",
  );
  return [...fields].some(({ value }) => value.trim() !== "");
}
