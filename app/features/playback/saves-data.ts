/** Whether people have asked their browser to send and fetch little; false where browsers don't tell. */
export function savesData(): boolean {
  if (!("connection" in navigator)) return false;
  const { connection } = navigator;
  return (
    typeof connection === "object" &&
    connection !== null &&
    "saveData" in connection &&
    connection.saveData === true
  );
}
