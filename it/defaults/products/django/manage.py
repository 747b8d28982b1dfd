import sys
import time

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.urls import path


def slow(request):
    time.sleep(0.2)
    return HttpResponse("ok")


urlpatterns = [path("slow", slow)]

if __name__ == "__main__":
    settings.configure(DEBUG=True, ROOT_URLCONF="__main__")
    execute_from_command_line(sys.argv)
