/** The JSON of an answer; throws an error with the server's own words if it refused. */
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
