import { h, Listeners, setText } from '../dom.js';

/** The question that is asked before the end is shown; `answered` is told once. */
export class Quiz {
  #root;
  #quiz;
  #answered;
  #listeners = new Listeners();

  constructor(root, quiz, answered) {
    this.#root = root;
    this.#quiz = quiz;
    this.#answered = answered;
    setText(this.#part('text'), quiz.text);
    this.#part('answers').replaceChildren(...quiz.answers.map(({ text }) => h('li', {},
      h('button', { type: 'button' }, h('span', { class: 'mark', 'aria-hidden': 'true' }), text))));
  }

  connect() {
    this.#buttons().forEach((button, place) => this.#listeners.on(button, 'click', () => this.#answer(place)));
    this.#listeners.on(this.#part('skip'), 'click', () => this.#answer(null));
  }

  disconnect() {
    this.#listeners.removeAll();
  }

  /** Shows the question where it can be seen, or hides it. */
  show(asked) {
    const appears = asked && this.#root.hidden;
    this.#root.hidden = !asked;
    if (appears) {
      this.#root.scrollIntoView({ block: 'nearest' });
    }
  }

  /** Brings the question before whoever wants to go on. */
  insist() {
    this.#root.scrollIntoView({ block: 'nearest' });
    this.#buttons()[0].focus({ preventScroll: true });
  }

  /** Shows which answers are right, with `chosen` as the one that was given, null for none. */
  #answer(chosen) {
    const { answers, reply } = this.#quiz;
    this.#buttons().forEach((button, place) => {
      button.disabled = true;
      button.dataset.verdict = verdict(answers[place].right, place === chosen);
      setText(button.querySelector('.mark'), answers[place].right ? '✓' : place === chosen ? '✗' : '');
    });
    const opening = chosen === null ? '' : answers[chosen].right ? 'Right. ' : 'Not quite. ';
    setText(this.#part('reply'), opening + reply);
    this.#part('reply').hidden = false;
    this.#part('skip').hidden = true;
    this.#answered();
  }

  #buttons() {
    return [...this.#part('answers').querySelectorAll('button')];
  }

  #part(name) {
    return this.#root.querySelector(`[data-part="quiz-${name}"]`);
  }
}

function verdict(right, chosen) {
  return right ? 'right' : chosen ? 'wrong' : 'other';
}
