/** Whether a form's sender goes on to a page, as a browser does; a script asks for JSON. */
export function wantsPage(request: Request): boolean {
  return !request.headers.get("Accept")?.includes("application/json");
}
