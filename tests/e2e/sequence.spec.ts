// The picture of first delivery, crash and retry, and the same in words.
import { expect, test } from './fixtures';
import { LANGS } from './words';

// For each guarantee: how many pictures, and what the event comes to.
const SEQUENCES = {
  claim_first: { parts: 2, end: { en: 'the event is lost', de: 'Das Event ist verloren' } },
  lease: { parts: 4, end: { en: 'claimed, with a new token', de: 'claimed, mit einem neuen Token' } },
  same_transaction: { parts: 3, end: { en: 'rolls the transaction back', de: 'rollt die Transaktion' } },
};

for (const lang of LANGS) {
  for (const [name, { parts, end }] of Object.entries(SEQUENCES)) {
    test.describe(`${lang}, ${name}`, () => {
      test.use({ lang });

      for (const width of [360, 1280]) {
        test(`every label of the picture can be read, at ${width} px`, async ({ page, hookonce }) => {
          await page.setViewportSize({ width, height: 800 });
          await hookonce.open();
          await hookonce.guarantee(name).check();
          const pictures = hookonce.output.locator('figure svg');
          await expect(pictures).toHaveCount(parts);
          // No label leaves its picture, touches another one, or is smaller than 10 pixels.
          const faults = await pictures.evaluateAll((pictures) =>
            pictures.flatMap((picture) => {
              const frame = picture.getBoundingClientRect();
              const labels = [...picture.querySelectorAll('text')].map((text) => ({
                text: text.textContent!,
                box: text.getBoundingClientRect(),
                size: Number.parseFloat(getComputedStyle(text).fontSize) * (frame.width / 320),
              }));
              return labels.flatMap(({ text, box, size }, index) => {
                const found: string[] = [];
                if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom) {
                  found.push(`${text} leaves the picture`);
                }
                if (size < 10) found.push(`${text} has ${size} px`);
                for (const other of labels.slice(index + 1)) {
                  const apart =
                    box.right <= other.box.left || other.box.right <= box.left ||
                    box.bottom <= other.box.top + 2 || other.box.bottom <= box.top + 2;
                  if (!apart) found.push(`${text} touches ${other.text}`);
                }
                return found;
              });
            }),
          );
          expect(faults).toEqual([]);
        });
      }

      test('the words say what the picture shows', async ({ page, hookonce }) => {
        await hookonce.open();
        await hookonce.guarantee(name).check();
        await hookonce.output.getByText(hookonce.words.sequence_in_words!).press('Enter');
        const told = hookonce.output.getByRole('list').filter({ hasText: end[lang] });
        await expect(told).toBeVisible();
        // A sentence for each label but those of the three who take part.
        const labels = await page.locator('.sequence text:not(.who)').count();
        await expect(hookonce.output.locator('.told li')).toHaveCount(labels);
      });
    });
  }
}
