// Inside the 3-D Secure frame: the bank's question.
(() => {
  const options: unknown = JSON.parse(decodeURIComponent(location.hash.slice(1)) || "{}");
  const clientSecret = String(
    typeof options === "object" && options !== null && "clientSecret" in options ? options.clientSecret : "",
  );
  const [id = ""] = clientSecret.split("_secret_");
  const kind = id.startsWith("seti_") ? "setup" : "payment";
  for (const button of document.querySelectorAll("button"))
    button.addEventListener("click", async () => {
      await fetch(`/v3/authenticate/${kind}/${id}`, {
        method: "POST",
        body: new URLSearchParams({ client_secret: clientSecret, succeeds: button.value }),
      });
      parent.postMessage({ answered: true }, "*");
    });
})();
