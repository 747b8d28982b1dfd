/** Returns the JSON of an answer; throws an error with the server's message if the server refused the request. */
export async function json(answer) {
  let body;
  try {
    body = await answer.json();
  } catch (e) {
    throw new Error(`HTTP ${answer.status}, not JSON`);
  }
  if (!answer.ok) {
    throw new Error(body.error ?? `HTTP ${answer.status}`);
  }
  return body;
}
