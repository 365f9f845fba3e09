/** Mounts a view on each element that names one in `data-view`, and takes it down when the page goes away. */
import { ThemeButton } from './theme.js';
import { UnitSwitch } from './unit-switch.js';
import { HomeView } from './views/home.js';
import { LessonView } from './views/lesson.js';
import { RunView } from './views/run.js';
import { MicrosecondsView } from './views/microseconds.js';
import { TableView } from './views/table.js';

const VIEWS = {
  theme: ThemeButton,
  units: UnitSwitch,
  home: HomeView,
  run: RunView,
  lesson: LessonView,
  table: TableView,
  microseconds: MicrosecondsView,
};

let mounted = [];

function mount() {
  mounted = [...document.querySelectorAll('[data-view]')].map((element) => new VIEWS[element.dataset.view](element));
  mounted.forEach((view) => view.connect());
}

function unmount() {
  mounted.forEach((view) => view.disconnect());
  mounted = [];
}

mount();
addEventListener('pagehide', unmount);
addEventListener('pageshow', (event) => event.persisted && mount());
