const BASE = '/api/v1';

/** A request that the service refused; the message is the problem's detail, `errors` name each fault. */
class ApiProblem extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? problem?.title ?? `The service answered ${status}.`);
    this.status = status;
    this.errors = problem?.errors ?? [];
  }
}

/** Answers the JSON at a path below /api/v1. */
export async function getJson(path) {
  const response = await answerOf(path, { headers: { Accept: 'application/json' } });
  return bodyOf(response);
}

/** Answers the text at a path below /api/v1. */
export async function getText(path) {
  const response = await answerOf(path, { headers: { Accept: 'text/plain' } });
  if (!response.ok) {
    throw new ApiProblem(response.status, await problemOf(response));
  }
  return response.text();
}

/** Posts JSON, or nothing, and answers the JSON that comes back, or null. */
export async function post(path, body) {
  const response = await answerOf(path, {
    method: 'POST',
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return bodyOf(response);
}

/** The address of a run's stream, after a sample where one is given. */
export function streamUrl(runId, after) {
  const url = `${BASE}/runs/${encodeURIComponent(runId)}/stream`;
  return after === null ? url : `${url}?after=${after}`;
}

/** Fetches a path below /api/v1; a service that is not there is told in words of ours. */
async function answerOf(path, options) {
  try {
    return await fetch(BASE + path, options);
  } catch {
    throw new Error('The service does not answer.');
  }
}

async function bodyOf(response) {
  if (!response.ok) {
    throw new ApiProblem(response.status, await problemOf(response));
  }
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

async function problemOf(response) {
  try {
    return await response.json();
  } catch {
    return null;
  }
}
