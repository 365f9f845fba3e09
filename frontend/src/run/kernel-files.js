import { getJson, getText } from '../api.js';

/** The most texts that are kept; the oldest goes first. */
const MAX_KEPT = 64;

/** The most folders that are looked into, so that a tree without end is not walked without end. */
const MAX_FOLDERS = 64;

/** How the service answers for a file that a variant does not have, and for a second that it has not. */
const NOT_THERE = [404, 400];

/** Texts that tell a whole run, a line a second, rather than one second. */
export const WHOLE_RUN = ['sar', 'pidstat'];

/** The kernel's files of a run's variants as the service shows them: which there are, and their text at a second. */
export class KernelFiles {
  #path;
  #fetches;
  #kept = new Map();

  /** `fetches` has `json(path)` and `text(path)`, those of the service unless a test brings its own. */
  constructor(runId, fetches = { json: getJson, text: getText }) {
    this.#path = `/runs/${encodeURIComponent(runId)}/variants`;
    this.#fetches = fetches;
  }

  /** The paths of all files that any of the variants has, in the order of their tree. */
  async list(variants) {
    const lists = await Promise.all(variants.map((variant) => this.#listOf(variant)));
    return [...new Set(lists.flat())];
  }

  /** The address of a file below /api/v1. */
  pathOf(variant, file, second) {
    const start = `${this.#path}/${encodeURIComponent(variant)}`;
    return WHOLE_RUN.includes(file) ? `${start}/${file}` : `${start}/fs/${encodePath(file)}?second=${second}`;
  }

  /** The text of a file, null where the variant has no such file, or not yet at the second. */
  async text(variant, file, second) {
    const path = this.pathOf(variant, file, second);
    const text = this.#kept.get(path) ?? await this.#fetch(path);
    if (text !== null && !WHOLE_RUN.includes(file)) {
      this.#keep(path, text);
    }
    return text;
  }

  async #listOf(variant) {
    const files = [];
    const folders = [''];
    for (let looked = 0; folders.length > 0 && looked < MAX_FOLDERS; looked++) {
      const folder = folders.shift();
      const path = `${this.#path}/${encodeURIComponent(variant)}/fs/${encodePath(folder)}`;
      const { entries } = await this.#fetches.json(path);
      files.push(...entries.filter(({ kind }) => kind === 'file').map(({ name }) => folder + name));
      folders.push(...entries.filter(({ kind }) => kind === 'directory').map(({ name }) => `${folder}${name}/`));
    }
    return files;
  }

  async #fetch(path) {
    try {
      return await this.#fetches.text(path);
    } catch (problem) {
      if (NOT_THERE.includes(problem.status)) {
        return null;
      }
      throw problem;
    }
  }

  #keep(path, text) {
    this.#kept.set(path, text);
    if (this.#kept.size > MAX_KEPT) {
      this.#kept.delete(this.#kept.keys().next().value);
    }
  }
}

function encodePath(path) {
  return path.split('/').map(encodeURIComponent).join('/').replaceAll('%3A', ':');
}
