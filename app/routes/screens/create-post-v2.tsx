export default function Screen() {
  return <h1>create-post-v2</h1>;
}
