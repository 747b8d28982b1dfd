package io.ceiling.it.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chart of a report as its canvas shows it.
 *
 * @param label what it is for those who do not see it
 * @param marks of each series that should be seen: how many of its elements are on the canvas in their own colour
 * @param repeatedTicks numbers that stand twice at one axis, as in 0, 0, 1, 1
 */
record DrawnChart(String section, String label, Map<String, Integer> marks, List<String> repeatedTicks) {

    /**
     * Of each series the elements that ECharts made for it, so no axis and no text. One counts if its rectangle is on the canvas and
     * has a pixel of the element's own colour; the ground of the canvas is transparent, so that a pixel has the colour it was drawn in.
     */
    private static final String CHARTS =
            """
            () => [...document.querySelectorAll('.panel:not([data-empty]) .plot')].map(box => {
              const chart = echarts.getInstanceByDom(box);
              const canvas = box.querySelector('canvas');
              const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);

              function colour({ fill, stroke, lineWidth, opacity }) {
                return [fill, lineWidth > 0 ? stroke : null]
                  .filter(one => typeof one === 'string' && one !== 'none' && opacity !== 0)
                  .map(one => echarts.color.parse(one))
                  .filter(one => one && one[3] > 0);
              }

              function isPainted(element) {
                const rect = element.invisible || element.ignore ? null : element.getPaintRect();
                const wanted = colour({ lineWidth: 1, ...element.style });
                if (!rect || wanted.length === 0) {
                  return false;
                }
                const x1 = Math.min(width, Math.ceil(rect.x + rect.width));
                const y1 = Math.min(height, Math.ceil(rect.y + rect.height));
                for (let y = Math.max(0, Math.floor(rect.y)); y < y1; y += 1) {
                  for (let x = Math.max(0, Math.floor(rect.x)); x < x1; x += 1) {
                    const i = 4 * (y * width + x);
                    if (data[i + 3] > 100 && wanted.some(one => [0, 1, 2].every(c => Math.abs(data[i + c] - one[c]) < 6))) {
                      return true;
                    }
                  }
                }
                return false;
              }

              // Bars of a few bytes beside those of many are less than a pixel long.
              function isTiny(series, elements) {
                return series.subType === 'bar' && elements.length > 0 && elements.every(element => {
                  const { width, height } = element.getBoundingRect();
                  return width < 2 || height < 2;
                });
              }

              const marks = {};
              for (const series of chart.getModel().getSeries()) {
                const elements = [];
                chart.getViewOfSeriesModel(series).group.traverse(element => {
                  if (!element.isGroup) {
                    elements.push(element);
                  }
                });
                // No error is known of a single measurement, and not every server collects; the texts beside bars are a series, too.
                const mayBeEmpty = /^(error|collections.*)$/.test(series.name) && series.getRawData().count() === 0;
                if (series.name !== 'label' && !mayBeEmpty && !isTiny(series, elements)) {
                  marks[`${series.seriesIndex} ${series.name}`] = elements.filter(isPainted).length;
                }
              }
              const repeatedTicks = [];
              for (const name of ['xAxis', 'yAxis']) {
                chart.getModel().eachComponent(name, (component) => {
                  const labels = component.axis.type === 'category' ? [] : component.axis.getViewLabels();
                  const shown = component.get(['axisLabel', 'showMaxLabel']) === false ? labels.slice(0, -1) : labels;
                  const texts = shown.map(each => each.formattedLabel);
                  repeatedTicks.push(...texts.filter((text, i) => text !== '' && texts.indexOf(text) < i));
                });
              }
              return { section: box.closest('section').id, label: box.getAttribute('aria-label'), marks, repeatedTicks };
            })""";

    /** Those of a page, from its top to its end. */
    static List<DrawnChart> of(Page page) {
        List<DrawnChart> charts = new ArrayList<>();
        if (page.evaluate(CHARTS) instanceof List<?> all) {
            for (Object one : all) {
                if (one instanceof Map<?, ?> chart
                        && chart.get("marks") instanceof Map<?, ?> marks
                        && chart.get("repeatedTicks") instanceof List<?> ticks) {
                    charts.add(of(chart, marks, ticks));
                }
            }
        }
        return charts;
    }

    private static DrawnChart of(Map<?, ?> chart, Map<?, ?> marks, List<?> ticks) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        marks.forEach((series, count) -> counts.put(String.valueOf(series), ((Number) count).intValue()));
        return new DrawnChart(
                String.valueOf(chart.get("section")),
                String.valueOf(chart.get("label")),
                counts,
                ticks.stream().map(String::valueOf).toList());
    }

    void assertIsDrawn() {
        assertThat(label).hasSizeGreaterThan(20);
        assertThat(repeatedTicks).as("ticks of %s", label).isEmpty();
        assertThat(marks).as("series of %s", label).isNotEmpty().allSatisfy((series, count) -> assertThat(count)
                .as("marks of %s on the canvas of %s", series, label)
                .isPositive());
    }
}
